#!/bin/sh
# The process that stays with a job when the agent goes. $1: its folder in the spool; $2: how many blocks of output are kept; the rest is
# the job's command. `started` appears in one step and only once (ln), so that of two launchers the second leaves. Output goes through a pipe
# to a writer of the launcher's: a job that held the file itself could make it as large as the disk. The writer keeps so much of it and
# takes the rest from the pipe all the same, so that the job never waits or breaks for it; `cut` says that the disk took less than that.
# A job may open the pipe anew, as `>/dev/stderr` does, hence its mode. `exit` counts from its line's end on, and comes when the script has
# ended; the launcher itself goes when all output has been written. Before `exit` stands in `usage` what the shell knows of the processor
# time of those that it, and they, waited for.
cd -- "$1" || exit 1
blocks=$2
shift 2
umask 077
read -r boot </proc/sys/kernel/random/boot_id
read -r stat </proc/$$/stat
printf '%s\n%s\n' "$boot" "$stat" >"started.$$"
ln "started.$$" started || { rm -f "started.$$"; exit 0; }
rm -f "started.$$"
trap : TERM INT HUP
mkfifo -m 622 output.pipe || { echo 125 >exit; exit 0; }
(
  trap '' TERM INT HUP XFSZ
  ulimit -f "$blocks"
  exec <output.pipe 2>/dev/null
  cat >>output.log || { : >cut; exec cat >/dev/null; }
) &
writer=$!
read -r stat </proc/$writer/stat
printf '%s\n%s\n' "$boot" "$stat" >writer
(
  { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
  exec "$@"
) >output.pipe 2>&1 3<script 4<environment 5>begin 6<filter </dev/null
code=$?
times >usage
printf '%s\n' "$code" >exit
wait "$writer"
