#!/usr/bin/env bash
# make setup: installs what is missing, through apt where there is one; elsewhere it names the
# packages. Says and does nothing where nothing is missing, and then needs neither the network nor
# any rights. Argument: 1 for what `make test` needs, too.
set -u
dev=${1:-0}
[[ $dev == [01] ]] || { echo "DEV=$dev: it is 0 or 1" >&2; exit 2; }

# Who needs it (run: a learner or an instructor; test: `make test`), how badly, how to see that it
# is there, and its package in apt, dnf, pacman and brew (- where there is none).
needs() {
    cat <<'TABLE'
run  must make              make            make                make            make
run  must gcc               gcc             gcc                 gcc             gcc
run  must clang             clang           clang               clang           llvm
run  must llvm-c            llvm-dev        llvm-devel          llvm            llvm
run  must <cstdio>          clang           gcc-c++             gcc             llvm
run  must <stdlib.h>        libc6-dev       glibc-devel         glibc           -
run  must nm                binutils        binutils            binutils        binutils
run  must pkg-config        pkg-config      pkgconf-pkg-config  pkgconf         pkg-config
run  must <jansson.h>       libjansson-dev  jansson-devel       jansson         jansson
run  must <nettle/sha2.h> nettle-dev     nettle-devel        nettle          nettle
run  must <yaml.h>        libyaml-dev     libyaml-devel       libyaml         libyaml
run  must <seccomp.h>     libseccomp-dev  libseccomp-devel    libseccomp      -
run  want bwrap             bubblewrap      bubblewrap          bubblewrap      -
run  want unzip             unzip           unzip               unzip           unzip
run  want git               git             git                 git             git
run  want gnuplot           gnuplot-nox     gnuplot-minimal     gnuplot         gnuplot
test must git               git             git                 git             git
test must clang-format      clang-format    clang-tools-extra   clang           clang-format
test must shellcheck        shellcheck      ShellCheck          shellcheck      shellcheck
test must zip               zip             zip                 zip             zip
run  must jq                jq              jq                  jq              jq
test must xmllint           libxml2-utils   libxml2             libxml2         libxml2
test must cblas             libblas3        openblas            openblas            openblas
test want <thrust/version.h> libthrust-dev   -                   -                   -
test must <omp.h>           libomp-dev      libomp-devel        openmp              libomp
test must valgrind          valgrind        valgrind            valgrind        -
test want clangd            clangd          clang-tools-extra   clang           llvm
test want yamllint          yamllint        yamllint            yamllint        yamllint
test want debootstrap       debootstrap     debootstrap         debootstrap     -
test want sbatch            slurm-wlm       slurm               -               -
test want pandoc            pandoc          pandoc              pandoc          pandoc
test want chromium          chromium        chromium            chromium        -
test want node              nodejs          nodejs              nodejs          node
test want npm               npm             npm                 npm             -
test want jupyter-nbconvert jupyter-nbconvert python3-nbconvert jupyter-nbconvert jupyterlab
test want ipykernel         python3-ipykernel python3-ipykernel python-ipykernel  -
TABLE
}

there() {
    case $1 in
        chromium) command -v chromium || command -v chromium-browser || command -v google-chrome ;;
        ipykernel) python3 -c 'import ipykernel' || /usr/bin/python3 -c 'import ipykernel' ;;
        cblas)
            for name in blas.so.3 openblas.so.0 cblas.so.3; do
                echo 'int main(void) { return 0; }' | gcc -x c - -l:lib$name -o /dev/null && return
            done
            false
            ;;
        \<cstdio\> | \<omp.h\>) echo "#include $1" | clang -x c++ -E - ;;
        llvm-c)
            for config in llvm-config llvm-config-{19..14}; do
                command -v "$config" || continue
                echo '#include <llvm-c/Core.h>' | clang -I"$("$config" --includedir)" -E - && return
            done
            false
            ;;
        \<*) echo "#include $1" | gcc -E - ;;
        *) command -v "$1" || ls "/usr/sbin/$1" ;;
    esac >/dev/null 2>&1
}

# missing MUST|WANT COLUMN: what is not there (what), or its packages (apt, …), each once.
missing() {
    # shellcheck disable=SC2034 # columns, by name
    needs | while read -r who how what apt dnf pacman brew; do
        [ "$who" = run ] || [ "$dev" = 1 ] || continue
        [ "$how" = "$1" ] || continue
        there "$what" || echo "${!2}"
    done | awk '
        $1 != "-" && !seen[$1]++ { printf "%s%s", sep, $1; sep = " " }
        END { if (sep) print "" }'
}

# What drives a browser in a test comes from npm, into build/node; quiet if it works.
browser_driver() {
    [ "$dev" = 1 ] && [ ! -d build/node/node_modules/playwright-core ] || return 0
    command -v npm >/dev/null 2>&1 || return 0
    npm install --silent --no-audit --no-fund --prefix build/node playwright-core@1.65.1 \
        >/dev/null 2>&1 ||
        echo "playwright-core could not be installed: the reports are not tested in a browser" >&2
}

must=$(missing must what)
want=$(missing want what)
browser_driver
[ -n "$must$want" ] || exit 0
echo "Missing: $must${must:+${want:+ }}$want"

if ! command -v apt-get >/dev/null 2>&1; then
    for system in dnf pacman brew; do
        packages="$(missing must $system) $(missing want $system)"
        [ "$packages" = " " ] && packages=" (nothing of that is packaged)"
        printf '  %-7s %s\n' $system "$packages"
    done
    echo "This is not Debian or Ubuntu: install these with your own package manager," \
        "then run \`make setup\` again."
    [ "$(uname -s)" = Linux ] ||
        echo "The emulator needs Linux, besides: docs/platforms.md says how to have one here."
    [ -n "$must" ] && exit 1
    echo "None of it is indispensable: the labs and the grader work without."
    exit 0
fi

become=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Neither root nor sudo is at hand. As root:" \
            "apt-get install $(missing must apt) $(missing want apt)" >&2
        [ -n "$must" ] && exit 1
        exit 0
    fi
    become=sudo
fi

install() {
    $become env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

# shellcheck disable=SC2046 # package names: one word each
{
    $become apt-get update -q ||
        echo "apt-get update failed: trying with the package lists that are here" >&2
    [ -z "$must" ] || install $(missing must apt)
    for package in $(missing want apt); do
        install "$package" || echo "$package could not be installed: going on without it" >&2
    done
}
must=$(missing must what)
if [ -n "$must" ]; then
    echo "Still missing after the installation: $must" >&2
    exit 1
fi
browser_driver
want=$(missing want what)
if [ -n "$want" ]; then
    echo "Still missing, but not indispensable: $want"
    exit 0
fi
echo "Everything is there now."
