#!/bin/sh
# Gives the platform what a job has made and closed, such as a folder of mode 700, or a sticky one, out of which nobody else removes a file.
# Run by the job's account. Paths of deep folders are too long for a program: there each folder is seen to by itself.
# $1 and $2 are the uids of job and platform, $3 is a time in seconds, $4 the folder. It begins in it as a rule, for there may be no way to it
# for the job's account.
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
