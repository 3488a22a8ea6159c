#!/bin/sh
# The first process of the job itself, already confined: notes that the job begins, takes the environment, goes to the work folder ($1),
# runs the script ($3 and on) and says its exit code. Descriptors 4 and 5 are the launcher's: environment and the note, without which
# nothing runs; script (3) and filter (6) are closed, but for a job without confinement, whose shell reads the script there. Descriptor 9,
# where it is open, keeps the job's network alive and is not the script's. Its processes are limited to $2; without that to half as many as
# its account may have, which leaves room for the account's other jobs, or the platform. It outlives TERM so that the script may clean up;
# its own messages go nowhere.
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
shift 2
exec 2>/dev/null
("$@") 2>&1 9>&-
exit $?
