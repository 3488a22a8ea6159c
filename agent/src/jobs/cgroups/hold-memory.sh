#!/bin/sh
# Holds $1 bytes of memory, asks for every processor and prints which ones it has; then waits for a line of input.
x=$(head -c "$1" /dev/zero | tr '\0' a)
taskset -pc 0-1023 $$ >/dev/null 2>&1
while read -r name value; do [ "$name" = Cpus_allowed_list: ] && echo "$value"; done </proc/self/status
read -r done
