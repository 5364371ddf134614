#!/bin/sh
# Runs an experiment on a Slurm cluster: the first task is the coordinator, the others are workers.
# Submit it in a folder that all nodes share: sbatch slurm-array.sh experiment.yaml
#SBATCH --array=0-16
#SBATCH --cpus-per-task=8
#SBATCH --mem=16G
#SBATCH --time=12:00:00
set -eu

address=coordinator-$SLURM_ARRAY_JOB_ID # tells the workers where the coordinator is
NPUZZLE_TOKEN=$(cat token) # make it first: (umask 077; openssl rand -hex 16 >token)
export NPUZZLE_TOKEN
if [ "$SLURM_ARRAY_TASK_ID" = 0 ]; then
	hostname -f >"$address"
	npuzzle run "$1" --listen 0.0.0.0:4222 --jobs "$SLURM_CPUS_PER_TASK"
	exit
fi
while [ ! -s "$address" ]; do sleep 5; done
npuzzle worker --connect "nats://$(cat "$address"):4222" --jobs "$SLURM_CPUS_PER_TASK" --idle 10m
