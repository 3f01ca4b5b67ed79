#!/bin/bash
#SBATCH --job-name=mjsim
#SBATCH --array=1-16
#SBATCH --cpus-per-task=8
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@60
# sbatch slurm.sh big.toml; then: mjsim merge results/big results/big.shard-*
set -euo pipefail
scenario=$1
# --resume also begins: a job that is requeued goes on where it was stopped.
exec mjsim run "$scenario" --resume \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --workers "$SLURM_CPUS_PER_TASK"
