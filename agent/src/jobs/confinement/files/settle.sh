#!/bin/sh
# Gives the platform's account access to what a job has made and closed to others, such as a folder with mode 700, or a sticky folder,
# from which only its owner can remove files. The job's account runs it. Paths of deep folders are too long for a program, so deep folders
# are changed one by one (-execdir).
#
# $1 is the uid of the job, $2 that of the platform, $3 a time in seconds, $4 the folder. The script is started in the folder, because the
# job's account may not be able to reach it.
cd -- "$4" 2>/dev/null || [ "$(pwd -P)" = "$4" ] || exit 1
acl="u:$1:rwX,u:$2:rwX"
defaults="d:u:$1:rwX,d:u:$2:rwX"
settle() {
  way=$1
  shift
  find . -xdev "$@" '(' -type d '(' -perm -u=rwx ! -perm -1000 -o -execdir chmod u+rwx,-t -- '{}' ';' ')' \
    "-$way" setfacl -m "$acl,$defaults" -- '{}' + -o -type f "-$way" setfacl -m "$acl" -- '{}' + ')' 2>/dev/null
}
settle exec -maxdepth 15 -uid "$1" -newerct "@$3"
settle execdir -mindepth 16 -uid "$1" -newerct "@$3"
exit 0
