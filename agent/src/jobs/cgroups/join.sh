#!/bin/sh
# Joins the groups named before `--`, then becomes the command after it. It runs as the agent's account: the rights are dropped only by
# what comes after, so that nothing of the job ever ran outside of its group.
while [ "$1" != -- ]; do
  echo $$ 2>/dev/null >"$1" || { echo "ClusterDesk: this host could not limit the job"; exit 125; }
  shift
done
shift
exec "$@"
