#!/bin/bash
# One call: bring what was carried in $1 into the keep, start training if it is not running, wait, collect.
#   call.sh FOLDER SECONDS [NAME…]   waits up to SECONDS for the stages NAME…, then copies what they wrote
set -u
here=$(cd "$(dirname "$0")" && pwd)
KEEP=${KEEP:-/root/keep}; export KEEP HF_HUB_OFFLINE=1 TOKENIZERS_PARALLELISM=true PYTHONUNBUFFERED=1
folder=$1; seconds=$2; shift 2
mkdir -p "$KEEP"/{pieces,data,models,logs,done,code}
cp -r "$folder"/code/. "$KEEP/code/" 2>/dev/null
cp "$folder/call.sh" "$KEEP/code/" 2>/dev/null
cp -r "$folder"/data/. "$KEEP/data/" 2>/dev/null
cp -r "$folder"/models/. "$KEEP/models/" 2>/dev/null
for piece in "$folder"/pieces/*.z; do
  [ -e "$piece" ] && cp "$piece" "$KEEP/pieces/part" && mv "$KEEP/pieces/part" "$KEEP/pieces/$(basename "$piece")"
done
pid=$(cat "$KEEP/pid" 2>/dev/null)
if [ -e "$KEEP/code/train_all.py" ] && [ ! -e "$KEEP/ended" ] && ! { [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; }; then
  (cd "$KEEP/code" && exec setsid nohup python3 -u train_all.py >> "$KEEP/logs/all.log" 2>&1 < /dev/null) &
  sleep 2
fi
end=$((SECONDS + seconds)); step=0
while [ $SECONDS -lt $end ]; do
  left=0
  for name in "$@"; do [ -e "$KEEP/done/$name.done" ] || left=1; done
  [ $# -gt 0 ] && [ $left = 0 ] && break
  [ -e "$KEEP/ended" ] && break
  step=$((step + 1)); [ $((step % 20)) = 0 ] && tail -qn 1 "$KEEP"/logs/*.log
  sleep 1
done
echo "--- all.log"; cat "$KEEP/logs/all.log" 2>/dev/null
for log in "$KEEP"/logs/*.log; do echo "--- $(basename "$log")"; grep -v Loading "$log" | tail -n 3 | cut -c 1-1500; done
nvidia-smi --query-gpu=memory.used,utilization.gpu --format=csv,noheader 2>/dev/null
tar -czf "$OUT/logs.tar.gz" --exclude='*.z' -C "$KEEP" logs done
for name in "$@"; do
  for file in "$KEEP/done/$name".*.z; do [ -e "$file" ] && cp "$file" "$OUT/"; done
done
ls -la "$OUT"
