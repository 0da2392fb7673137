#!/usr/bin/env bash
# Flush size against time, as a shell user would write it: one l2bench call a size, one CSV out.
#   scripts/sweep_flush_size.sh > sweep.csv
#   L2BENCH=build/cuda/src/app/l2bench SHAPE=6144x4096 SIZES="8MiB 64MiB" scripts/sweep_flush_size.sh --samples 200
# (The same sweep in one process, interleaved, is `l2bench run configs/flush_size.json`.)
set -euo pipefail

l2bench=${L2BENCH:-l2bench}
shape=${SHAPE:-4096x4096}
sizes=${SIZES:-2MiB 4MiB 8MiB 16MiB 24MiB 32MiB 48MiB 64MiB 128MiB 256MiB}

header=yes
for size in $sizes; do
  rows=$("$l2bench" --shape "$shape" --flush read:256MiB+zero --flush-size "$size" --export-csv - --quiet "$@")
  if [[ $header == yes ]]; then head -n 1 <<<"$rows"; fi
  header=no
  tail -n +2 <<<"$rows"
done
