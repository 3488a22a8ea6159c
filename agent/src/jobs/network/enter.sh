#!/bin/sh
# In a new network: waits until packets are carried (attach.sh), sets routes ($1, for ip), then runs the rest of the command.
fail() {
  echo "ClusterDesk: this host could not give the job its network"
  exit 125
}
exec 9<>net.life
[ "$(timeout 10 head -c 1 net.ready)" = 1 ] || fail
rm -f net.ready net.life
ip -batch - <<END || fail
$1
END
shift
exec "$@"
