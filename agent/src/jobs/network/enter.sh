#!/bin/sh
# In a new network: waits until slirp4netns carries packets (attach.sh), sets the routes $1 (a batch for ip), then runs the rest of the
# command.
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
