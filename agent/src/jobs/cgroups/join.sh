#!/bin/sh
# Joins the control groups named before `--`, then becomes the command after it. It runs as the agent's account, and the command drops the
# rights, so no part of the job ever runs outside its groups.
while [ "$1" != -- ]; do
  echo $$ 2>/dev/null >"$1" || { echo "ClusterDesk: this host could not limit the job"; exit 125; }
  shift
done
shift
exec "$@"
