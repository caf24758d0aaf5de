#!/usr/bin/env bash
# Grading through Slurm, with the real one: a controller and three nodes on this machine, on
# loopback. A node's daemon dies in the middle, the waiting judge is killed and started again, a job
# that cannot work is given up; the results must be those of a local run.
set -u
cd "$(dirname "$0")/../.." || exit 2
. common/tests/expect.sh
for program in slurmctld slurmd sbatch squeue sinfo; do
    if ! command -v $program >/dev/null && [ ! -x /usr/sbin/$program ]; then
        echo "skipped: $program is not installed (Debian: slurm-wlm)"
        finish
    fi
done
PATH=$PATH:/usr/sbin
work=$PWD/build/grading/tests/slurm class=$PWD/build/grading/tests/slurm-class
rm -rf "$work" "$class"
mkdir -p "$work/state" "$class/nobody"

# ---- the cluster: its limits are long, since this machine may have other work
configure() { # the controller's port, those of the nodes behind it
    cat >"$work/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
AuthType=auth/none
CredType=cred/none
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$1
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/%n.pid
SlurmdSpoolDir=$work/spool-%n
StateSaveLocation=$work/state
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
TaskProlog=$work/prolog
SelectType=select/linear
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdTimeout=300
MessageTimeout=60
TCPTimeout=30
BatchStartTimeout=300
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(($1 + 1)) CPUs=1
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(($1 + 2)) CPUs=1
NodeName=n3 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(($1 + 3)) CPUs=1
PartitionName=evening Nodes=n[1-3] Default=NO State=UP
CONF
}
# A task begins with this script. On a node that $work/hold names it waits there, and says so: what
# is to happen to a task that runs happens to one that cannot end before.
cat >"$work/prolog" <<PROLOG
#!/bin/sh
while grep -qsx "\$SLURMD_NODENAME" "$work/hold"; do
    : >"$work/held-\$SLURMD_NODENAME"
    sleep 0.1
done
PROLOG
chmod +x "$work/prolog"
export SLURM_CONF=$work/slurm.conf
# What runs for a job on node $1 (a pattern) of this cluster: the job's processes, by their
# surroundings, and the daemon that started them.
on_node() {
    local file pid files
    files=$(grep -lsxzE "SLURMD_NODENAME=$1" /proc/[0-9]*/environ)
    # shellcheck disable=SC2013,SC2086 # words, and no blanks in them
    for file in $(grep -lsxzF "SLURM_CONF=$work/slurm.conf" $files /dev/null); do
        file=${file%/environ}
        pid=$(awk '$1 == "PPid:" { print $2 }' "$file/status" 2>/dev/null)
        [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = slurmstepd ] && echo "$pid"
        echo "${file#/proc/}"
    done
}
# shellcheck disable=SC2317 # at the end
stop() {
    local file pid
    rm -f "$work/hold"
    for file in "$work"/*.pid; do
        [ -f "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null
    done
    for pid in $(on_node '.*'); do kill -9 "$pid" 2>/dev/null; done
}
trap stop EXIT
# Waits until a command succeeds, for two minutes at most.
await() {
    local end=$((SECONDS + 120))
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}
# shellcheck disable=SC2317 # through await
is_settled() { # all nodes idle, or a daemon gave up
    [ "$(sinfo -h -o '%t %D' 2>/dev/null)" = "idle 3" ] || grep -qs 'fatal:' "$work"/*.log
}
start() {
    local node
    rm -rf "$work"/*.log "$work"/*.pid "$work"/spool-* "$work"/state/*
    # below the ports that the kernel gives away; another program may still have one of them
    configure $((10000 + RANDOM % 20000))
    slurmctld -f "$SLURM_CONF" -i >"$work/start.out" 2>&1
    for node in n1 n2 n3; do slurmd -f "$SLURM_CONF" -N $node >>"$work/start.out" 2>&1; done
    await is_settled && [ "$(sinfo -h -o '%t %D' 2>/dev/null)" = "idle 3" ]
}
if ! start && ! { stop; start; } && ! { stop; start; }; then
    echo "skipped: Slurm does not start here: $(tail -n 1 "$work/slurmctld.log")"
    finish
fi

# ---- a class, and what a local run says of it
solution=solutions/01_naive_gemv/naive_gemv.cu
for who in ann bob cyd dan eve; do
    mkdir -p "$class/$who"
    cp $solution "$class/$who/"
done
sed -i 's/y\[row\] = sum;/y[row] = 2 * sum;/' "$class/bob/naive_gemv.cu"
mkdir "$class/it's me, \$HOME"
cp $solution "$class/it's me, \$HOME/"
grade() { # OUT, variables
    local out=$1
    shift
    make -s grade SUBMISSIONS="$class" LAB=1 SEED=9 BACKEND=emulator OUT="$work/$out" "$@" >"$work/$out.log" 2>&1
}
# shellcheck disable=SC2317 # through ok
lacks() { ! grep -q "$1" "$2"; }
ok "local run" grade local
ok "the local run found bob's mistake" grep -q '"verdict":"wrong"' "$work/local/results.json"

# ---- the same through Slurm, while a node dies with what it does
echo n1 >"$work/hold"
grade cluster RUNNER=slurm PARTITION=evening TIME=10 &
judge=$!
ok "a task runs on n1" await test -e "$work/held-n1"
kill -9 "$(cat "$work/n1.pid")"
# shellcheck disable=SC2317 # through await
is_dead() {
    local pid
    for pid in $(on_node n1); do kill -9 "$pid" 2>/dev/null; done
    [ -z "$(on_node n1)" ]
}
ok "n1 is dead" await is_dead
ok "the controller knows it" scontrol update NodeName=n1 State=DOWN Reason=test
wait $judge
ok "a run that lost a node" test $? = 0
ok "its results are those of the local run" cmp "$work/local/results.json" "$work/cluster/results.json"
ok "the lost task was submitted again" test "$(grep -c 'Slurm job' "$work/cluster.log")" = 2
ok "partition and time are passed on" grep -q -- "--partition=evening --time=10" "$work/cluster.log"
ok "nothing is left of its scratch space" test -z "$(ls "$work/cluster/work")"

# ---- a second run submits nothing; a change, one task
grade cluster RUNNER=slurm PARTITION=evening
ok "nothing to do, no job" lacks "Slurm job" "$work/cluster.log"
cp $solution "$class/bob/"
grade cluster RUNNER=slurm PARTITION=evening
ok "one file changed, one task" grep -q "Slurm job [0-9]*: tasks [0-9]* (" "$work/cluster.log"
ok "and it is right now" lacks '"wrong"' "$work/cluster/results.json"

# ---- the judge that waits is killed, another one takes its place
printf '%s\n' n2 n3 >"$work/hold"
rm -f "$work"/held-*
setsid make -s grade SUBMISSIONS="$class" LAB=1 SEED=9 BACKEND=emulator OUT="$work/second" RUNNER=slurm PARTITION=evening \
    >"$work/second.log" 2>&1 &
judge=$!
ok "a job that is known" await test -s "$work/second/slurm/job" -a -e "$work/held-n2"
kill -9 -- -$judge
wait $judge 2>/dev/null
job=$(cut -d ' ' -f 1 "$work/second/slurm/job")
ok "its job outlives it" test -n "$(squeue -h -j "$job" -o %i)"
grade second RUNNER=slurm PARTITION=evening &
judge=$!
rm "$work/hold"
wait $judge
ok "taken over" test $? = 0
ok "without a job of its own" lacks "Slurm job" "$work/second.log"
ok "with the same results" cmp "$work/cluster/results.json" "$work/second/results.json"

# ---- jobs that cannot work
grade failing RUNNER=slurm PARTITION=evening SBATCH=--output=/nowhere/x
status=$?
ok "three attempts, then exit status not 0" test $status -ne 0
ok "three jobs" test "$(grep -c 'Slurm job' "$work/failing.log")" = 3
ok "reported as the grader's fault" grep -q "No result came back from Slurm in 3 attempts" "$work/failing/results.json"
ok "nobody is lost" test "$(grep -c '"id"' "$work/failing/results.json")" = 7
grade refused RUNNER=slurm PARTITION=morning
ok "sbatch's own words" grep -q "sbatch says: .*invalid partition" "$work/refused.log"
finish
