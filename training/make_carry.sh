#!/bin/bash
# Lays out the four folders that travel: make_carry.sh INTO
set -eu
into=$1; here=$(cd "$(dirname "$0")" && pwd); models=${MODELS:?folder of the unpacked models}
rm -rf "$into"; mkdir -p "$into"/p{1,2,3,4}/pieces "$into"/p1/{code,data}
cp "$here"/device/*.py "$here"/pieces.py "$into/p1/code/"; cp "$here"/data/* "$into/p1/data/"
for n in mpnet gte-small minilm; do mkdir -p "$into/p1/models/$n"; cp "$models/$n"/{config,tokenizer}.json "$into/p1/models/$n/"; done
for p in 1 2 3 4; do cp "$here/device/call.sh" "$into/p$p/"; done
cp "$here"/pieces/mpnet.0.z "$into/p1/pieces/"
cp "$here"/pieces/{mpnet.1,minilm.1}.z "$into/p2/pieces/"
cp "$here"/pieces/{mpnet.2,minilm.0}.z "$into/p3/pieces/"
cp "$here"/pieces/{gte-small.0,minilm.2}.z "$into/p4/pieces/"
du -s --apparent-size -k "$into"/p* | awk '{printf "%s %.1f MiB\n", $2, $1/1024}'
