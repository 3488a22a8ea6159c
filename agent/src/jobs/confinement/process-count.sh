#!/bin/sh
# Starts a process below a limit that the account has passed (the agent alone has more threads), then asks for one more than the limit of
# its own. Not every shell has the limit under the same letter.
exec 2>/dev/null
limit() { ulimit -u "$1" || ulimit -p "$1"; }
limit 3
(:) && echo apart
limit 1
(:) && echo loose
exit 0
