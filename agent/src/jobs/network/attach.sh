#!/bin/sh
# Starts slirp4netns for the subnet $1 with at most $2 open sockets, then runs the rest of the command, which enters a new network
# (enter.sh).
#
# slirp4netns stays in the host's network. Opening net.ready makes it wait until this process, whose id it is given, is in the new
# network. It ends when nothing holds the other end of net.life (descriptor 9) any more: the shell that waits for the script holds it, and
# the first process of the recipe where that passes descriptors on. It keeps none of the job's descriptors open, and it ignores TERM so
# that a job can use the network while it cleans up. It does not decide what may be reached: routes do, which are set before the job
# begins and which the job cannot change.
#
# Its sandbox unmounts everything in a mount namespace of its own. When root makes that namespace, the unmounting reaches the mounts that
# the host shares, which under systemd are all of them, and whatever is mounted below them would disappear from the host. $3, if it is not
# empty, starts it in a private namespace, from which nothing reaches the host.
mkfifo net.ready net.life || { echo "ClusterDesk: this host could not give the job its network"; exit 125; }
(
  trap '' TERM
  ulimit -n "$2" || exit
  exec ${3:+unshare --mount --propagation private --} slirp4netns \
    --configure --mtu=65520 --cidr="$1" --disable-host-loopback --enable-sandbox --enable-seccomp \
    --ready-fd=3 --exit-fd=4 $$ tap0 3>net.ready 4<net.life 5>&- 6>&- 7>&- 8>&- >/dev/null 2>&1
) &
shift 3
exec "$@"
