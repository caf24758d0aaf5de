#!/bin/sh
# RUNNER=slurm (slurm.c). `slurm.sh submit` has sbatch start this script once more, as the tasks
# GRADE_TASKS of a job array, and waits for it; `slurm.sh wait` waits for the job of a judge that was killed.
# Without an argument it is one of these tasks: a judge with the surroundings of the one that waits.
if [ "${1:-}" = submit ]; then
    set -f # SBATCH holds options without blanks in them: words, whatever is in them
    set -- ${PARTITION:+"--partition=$PARTITION"} ${GRES:+"--gres=$GRES"} ${TIME:+"--time=$TIME"}
    # --no-requeue: Slurm itself would wait two minutes before it starts a task again
    # shellcheck disable=SC2086,SC2153 # words; set in slurm.c
    if ! said=$(sbatch --parsable --no-requeue --export=ALL --job-name=grade \
        "--array=$GRADE_TASKS" "--chdir=$GRADE_ROOT" "--output=$OUT/slurm/%A_%a.out" \
        ${SBATCH:-} "$@" "$GRADE_ROOT/grading/judge/slurm.sh" 2>&1); then
        echo "sbatch says: ${said:-nothing; is Slurm installed here?}" >&2
        exit 2
    fi
    echo "${said%%[!0-9]*}" >"$OUT/slurm/job"
    echo "Slurm job ${said%%[!0-9]*}: tasks $GRADE_TASKS (${SBATCH:-} $*)."
    set -- wait
fi
if [ "${1:-}" = wait ]; then
    job=$(cat "$OUT/slurm/job" 2>/dev/null) || exit 0
    before=
    while :; do # an error that says nothing of the job: Slurm does not answer now
        if said=$(squeue -h -r -j "$job" -o %T 2>&1); then
            now=$(echo "$said" | grep '^[A-Z]' | sort | uniq -c | xargs)
            [ "$now" ] || break
            [ "$now" = "$before" ] || [ "${QUIET:-0}" = 1 ] || echo "Slurm: $now" >&2
            before=$now
        fi
        case $said in *"Invalid job id"*) break ;; esac
        sleep 1
    done
    rm -rf "$OUT"/work/task-* # of tasks that were killed
    exit 0
fi
# what only reports need, or what a node has of its own
unset REGRADE FRESH STUDENT RUNNER GPUS ANSWERS ADJUST
export QUIET=1 GRADE_TASK="$SLURM_ARRAY_TASK_ID" JOBS="${SLURM_CPUS_PER_TASK:-1}"
cd "$GRADE_ROOT" && exec build/grading/judge
