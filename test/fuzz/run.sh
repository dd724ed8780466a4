#!/usr/bin/env bash
# Fuzzes every reader in turn, one process at a time, until each has used its share of CPU time.
#   test/fuzz/run.sh [SECONDS_IN_ALL] [FOLDER]
# Findings are in FOLDER/TARGET/crashes; FOLDER/cpu.txt has the CPU seconds (user, system) of each run.
set -eu

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
total=${1:-3600}
folder=$(mkdir -p "${2:-/tmp/tandem-fuzz}" && cd "${2:-/tmp/tandem-fuzz}" && pwd)
targets=(gia graphml witness condition suite)
share=$((total / ${#targets[@]}))

used() { awk -v target="$1" '$1 == target { sum += $2 + $3 } END { print int(sum) }' "$folder/cpu.txt"; }

touch "$folder/cpu.txt"
left=yes
while [ "$left" = yes ]; do
  left=no
  for target in "${targets[@]}"; do
    [ "$(used "$target")" -lt "$share" ] || continue
    left=yes
    mkdir -p "$folder/$target/crashes" "$folder/$target/corpus"
    TIMEFORMAT="$target %U %S"
    {
      time nice -n 19 "$project/build-fuzz/bin/${target}_reader_fuzz" -max_len=4096 -rss_limit_mb=3000 -timeout=600 \
        -max_total_time=120 -artifact_prefix="$folder/$target/crashes/" "$folder/$target/corpus" \
        "$project/test/fuzz/corpus/$target" >"$folder/$target/log" 2>&1 || echo "$target: see $folder/$target"
    } 2>>"$folder/cpu.txt"
  done
done
for target in "${targets[@]}"; do
  echo "$target: $(used "$target") s of CPU time, $(find "$folder/$target/crashes" -name 'crash-*' | wc -l) crashes"
done
