#!/bin/sh
# Holds $1 bytes of memory, asks for every processor, and says which it has; waits until it has been looked at.
x=$(head -c "$1" /dev/zero | tr '\0' a)
taskset -pc 0-1023 $$ >/dev/null 2>&1
while read -r name value; do [ "$name" = Cpus_allowed_list: ] && echo "$value"; done </proc/self/status
read -r done
