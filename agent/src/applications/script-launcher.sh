#!/bin/sh
# The process that stays with a script when the agent goes. $1: its folder in the spool; $2: how many blocks of output are kept. `started`
# appears in one step and only once (ln), so that of two launchers the second leaves. The script is a file, and nothing is put into it. Output
# goes through a pipe to a writer that keeps so much of it and takes the rest all the same, so that the script never waits or breaks for
# it. `exit` comes as one whole.
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
