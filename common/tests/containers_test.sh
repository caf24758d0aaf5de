#!/usr/bin/env bash
# The README's two commands on a fresh Debian, as root, in a clone under /root that only root can
# enter: where no namespace can be made nor terminal opened, as in a plain container, and where both
# can. Made with debootstrap from this system's own mirror. The arguments instead of `make setup
# DEV=1 test`: suites to run there.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
    echo "skipped: a fresh system needs root and debootstrap"
    ok "the README has both commands" bash -c 'grep -q "^make setup grade " README.md && grep -q "^make setup DEV=1 test " README.md'
    finish
fi
# Mounts of ours are nobody else's, and end with us.
[ -n "${MOUNTED:-}" ] || MOUNTED=1 exec unshare -m bash "$0" "$@"
root=${CONTAINER:-$PWD/build/tests/container}
. /etc/os-release
# shellcheck disable=SC2016 # apt's own
mirror=$(apt-get indextargets --format '$(SITE)' "Codename: $VERSION_CODENAME" 'Created-By: Packages' | head -n 1)
[ -e "$root/etc/os-release" ] || ok "debootstrap" debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror"
rm -rf "$root/etc/apt" "$root/root/labs"
cp -a /etc/apt "$root/etc/apt"
cp /etc/resolv.conf /etc/hosts "$root/etc"
chmod 700 "$root/root"
git clone -q --no-hardlinks . "$root/root/labs" || exit 2
gcc -static -std=gnu11 -O1 grading/tests/no_namespaces.c -o "$root/usr/local/bin/no_namespaces" || exit 2
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
ln -s /proc/self/fd "$root/dev/fd"
for number in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${number%:*}" "$root/dev/${number#*:}"; done
for device in null zero full random urandom tty; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
# As a container begins: below a mere chroot, nobody may make a namespace of users, nor move mounts.
# shellcheck disable=SC2016 # of the inner shell
inside() {
    unshare -m bash -c 'mount --rbind "$1" "$1" && cd "$1" && pivot_root . mnt && umount -l /mnt && cd / && exec "${@:2}"' \
        bash "$root" env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin "$@"
}
both() { # NAME [PREFIX]: both commands, there
    local log="build/tests/container.$1" line
    inside "${@:2}" bash -c 'cd /root/labs && make setup grade' >"$log.grade" 2>&1
    ok "$1: make setup grade" test $? = 0
    ok "$1: isolated: $(grep -m 1 'ISOLATED' "$log.grade")" grep -q '^Isolated: ' "$log.grade"
    ok "$1: every stub is not attempted" grep -qE '^01_naive_gemv .* 0\.0 of +20\.0$' "$log.grade"
    inside "${@:2}" bash -c "cd /root/labs && make setup DEV=1 test SUITES='$suites'" >"$log.test" 2>&1
    line=$(tail -n 1 "$log.test")
    ok "$1: make setup DEV=1 test: $line" grep -qE '^[1-9][0-9]* passed, 0 failed$' <<<"$line"
    grep -E 'failed|skipped:' "$log.test" | grep -v ' 0 failed'
}
suites="$*"
inside bash -c 'apt-get update -q && apt-get install -y -q --no-install-recommends make' >/dev/null 2>&1
both plain no_namespaces
rm -rf "$root/root/labs/build"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
both namespaces
finish
