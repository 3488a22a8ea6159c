#!/bin/sh
# The job's first process, already confined: notes that the job begins, sets the environment, enters the work folder $1, runs the script
# ($3 and following) and exits with its code.
#
# Descriptors 4 (environment) and 5 (the note that the job has begun) come from the launcher; without the note nothing runs. 3 (script)
# and 6 (filter) are closed by the recipe; without confinement 3 stays open, and the interpreter reads the script from it. Descriptor 9,
# if open, keeps the job's network alive and is not passed to the script.
#
# $2 limits the number of processes. If it is empty, the limit is half of what the account may have, which leaves room for its other jobs
# and for the platform. The shell survives TERM so that the script can clean up, and discards its own messages.
trap : TERM INT HUP
echo begin >&5 || exit 125
exec 5>&- 6<&-
umask 022
limit() { { ulimit -u "$1" || ulimit -p "$1"; } 2>/dev/null; }
n=$(ulimit -u 2>/dev/null || ulimit -p 2>/dev/null)
case $2:$n in
[0-9]*) limit "$2" ;;
: | :*[!0-9]*) ;;
*) limit $((n / 2)) ;;
esac
eval "$(cat <&4)"
exec 4<&-
cd -- "$1" 2>/dev/null || { echo "ClusterDesk: the job cannot enter its work folder $1"; exit 1; }
# A folder that hands its group on (setgid) is shared with that group: with the platform's account, where homes belong to accounts of the cluster.
if [ -g . ]; then umask 007; fi
shift 2
exec 2>/dev/null
("$@") 2>&1 9>&-
exit $?
