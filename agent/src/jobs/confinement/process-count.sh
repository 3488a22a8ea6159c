#!/bin/sh
# Starts a process although the account already has more processes than the limit (the agent's threads count), then one more than the
# limit itself allows. Shells name this limit -u or -p.
exec 2>/dev/null
limit() { ulimit -u "$1" || ulimit -p "$1"; }
limit 3
(:) && echo apart
limit 1
(:) && echo loose
exit 0
