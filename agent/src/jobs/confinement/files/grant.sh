#!/bin/sh
# Gives the job's account access to a folder and to everything in it, now and later, and the platform's account access to what the job
# makes. The first call changes every file; later calls change only what has arrived since $3 without passing on an access control list,
# such as uploads, and stop after a minute. The platform's account, which owns the folder, runs it.
#
# $1 is the uid of the job, $2 that of the platform, $3 a time in seconds, $4 the folder. The script is started in the folder, because the
# job's account may not be able to reach it.
cd -- "$4" 2>/dev/null || [ "$(pwd -P)" = "$4" ] || exit 1
acl="u:$1:rwX,u:$2:rwX"
defaults="d:u:$1:rwX,d:u:$2:rwX"
granted() { getfacl -cpn -- . 2>/dev/null | grep -qx "default:user:$1:rwx"; }
if granted "$1"; then
  timeout 60 find . -xdev -uid "$2" -newerct "@$3" '(' \
    -type d -exec setfacl -m "$acl,$defaults" -- '{}' + -o -type f -exec setfacl -m "$acl" -- '{}' + ')' 2>/dev/null
  exit 0
fi
setfacl -R -P -m "$acl,$defaults" -- .
granted "$1"
