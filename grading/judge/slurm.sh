#!/bin/sh
# RUNNER=slurm (slurm.c). `slurm.sh submit` has sbatch start this script once more, as a job array of
# GRADE_TASKS tasks, and prints the job's number and what sbatch was told besides; or what sbatch
# says. Without an argument it is one of these tasks: a judge with the surroundings of the one that
# waits, and with what that was asked for.
if [ "${1:-}" = submit ]; then
    set -f # SBATCH holds options without blanks in them: words, whatever is in them
    set -- ${PARTITION:+"--partition=$PARTITION"} ${GRES:+"--gres=$GRES"} ${TIME:+"--time=$TIME"}
    # --no-requeue: Slurm itself would wait two minutes before it starts a task again
    # shellcheck disable=SC2086,SC2153 # words; set in slurm.c
    sbatch --parsable --no-requeue --export=ALL --job-name=grade "--array=1-$GRADE_TASKS" \
        "--chdir=$GRADE_ROOT" "--output=$GRADE_OUT/slurm/%A_%a.out" ${SBATCH:-} "$@" \
        "$GRADE_ROOT/grading/judge/slurm.sh" 2>&1 && echo "${SBATCH:-} $*"
    exit
fi
# what only reports need, or what a node has of its own
unset REGRADE FRESH STUDENT RUNNER GPUS DEADLINE LATE GRACE ANSWERS ADJUST SEED
export OUT="$GRADE_OUT" TREE="$GRADE_TREE" SUBMISSIONS="$GRADE_SUBMISSIONS" LAB="$GRADE_LAB"
export STEP="$GRADE_STEP" RUBRICS="$GRADE_RUBRICS" ROSTER="$GRADE_ROSTER" LIMIT="$GRADE_LIMIT"
export QUIET=1 GRADE_TASK="$SLURM_ARRAY_TASK_ID" JOBS="${SLURM_CPUS_PER_TASK:-1}"
cd "$GRADE_ROOT" && exec build/grading/judge
