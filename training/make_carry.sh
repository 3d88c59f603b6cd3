#!/bin/bash
# Lays out the two folders that travel: make_carry.sh INTO
set -eu
into=$1; here=$(cd "$(dirname "$0")" && pwd); models=${MODELS:?folder of the unpacked models}
rm -rf "$into"; mkdir -p "$into"/p{1,2}/pieces "$into"/p1/{code,data,models/mpnet}
cp "$here"/device/*.py "$here"/pieces.py "$into/p1/code/"; cp "$here"/data/* "$into/p1/data/"
cp "$models"/mpnet/{config,tokenizer}.json "$into/p1/models/mpnet/"
for p in 1 2; do cp "$here/device/call.sh" "$into/p$p/"; done
cp "$here"/pieces/mpnet.0.z "$into/p1/pieces/"; cp "$here"/pieces/mpnet.[12].z "$into/p2/pieces/"
du -s --apparent-size -k "$into"/p* | awk '{printf "%s %.1f MiB\n", $2, $1/1024}'
