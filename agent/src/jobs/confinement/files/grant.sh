#!/bin/sh
# Lets the job's account use a folder and everything in it, now and later, and the platform's account what the job makes: all of it once,
# and later what came by a way that passes no list on. What moves into a home keeps its lists, or has none: it is looked for among what has
# changed since $3, for a minute at most. Run by the platform's account, which the folder belongs to.
# $1 and $2 are the uids of job and platform, $3 is a time in seconds, $4 the folder. It begins in it as a rule, for there may be no way to it
# for the job's account.
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
