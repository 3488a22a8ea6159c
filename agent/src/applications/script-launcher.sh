#!/bin/sh
# Runs the script of an application and outlives the agent. $1 is the run's folder in the spool, $2 how many blocks of output to keep.
#
# `started` appears in one step and only once (ln): a second launcher for the same run ends there. Nothing is put into the script, which
# is a file. Output goes through a pipe to a writer process that keeps the first $2 blocks and discards the rest, so the script never
# blocks or fails because of its output. `exit` appears in one step.
cd -- "$1" || exit 1
umask 077
read -r boot </proc/sys/kernel/random/boot_id
read -r stat </proc/$$/stat
printf '%s\n%s\n' "$boot" "$stat" >"started.$$"
ln "started.$$" started || { rm -f "started.$$"; exit 0; }
rm -f "started.$$"
trap : TERM INT HUP
mkfifo -m 600 output.pipe || { echo 125 >exit; exit 0; }
(
  trap '' TERM INT HUP XFSZ
  ulimit -f "$2"
  exec <output.pipe 2>/dev/null
  cat >>output.log || exec cat >/dev/null
) &
writer=$!
read -r stat </proc/$writer/stat
printf '%s\n%s\n' "$boot" "$stat" >writer
(
  umask 022
  cd / || exit 125
  exec /bin/sh "$1/script"
) >output.pipe 2>&1 </dev/null
code=$?
printf '%s\n' "$code" >exit.new
mv exit.new exit
wait "$writer"
