#!/bin/sh
# Runs a script and outlives the agent. $1 is the script's folder in the spool, $2 how many blocks of output to keep; the rest is the
# command, which starts in that folder.
#
# `started` appears in one step and only once (ln): a second launcher for the same script ends there. Output goes through a pipe to a
# writer process. A script that held the file itself could fill the disk. The writer keeps the first $2 blocks and discards the rest, so
# the script never blocks or fails because of its output; `cut` says that the disk took less than that. The mode of the pipe lets a job
# of another account open it again by name, as `>/dev/stderr` does; the folder keeps everybody else out.
#
# `exit` is valid once its line is complete, and appears when the script has ended; the launcher ends when all output has been written.
# Before it, `usage` gets the processor time that the shell knows of its descendants, and the host's uptime at the end.
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
("$@") >output.pipe 2>&1 </dev/null
code=$?
{ times; read -r uptime rest </proc/uptime; printf '%s\n' "$uptime"; } >usage
printf '%s\n' "$code" >exit
wait "$writer"
