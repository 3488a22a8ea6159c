#!/bin/sh
# Starts what carries packets to and from the subnet $1, then runs the rest of the command, which enters a new network (enter.sh). The former
# stays outside and waits (to open net.ready) until this process, whose id it was given, is in its new network. It goes when the last
# process is gone that holds the other end of net.life (9): the shell that waits for the script, and with it the recipe's first where that
# keeps what it was given. It keeps nothing of the job open, has $2 sockets at most, and leaves the network to a job that cleans up when it is
# asked to end. What it may reach is not its concern: routes say that, before the job has begun, and a job may not change them.
# Its sandbox takes all mounts off in a mount namespace of its own. Made by root that one passes the news on to the host, for mounts that
# are shared there, as systemd makes all of them: what lies below them would be gone from the host. In a private one ($3) it cannot.
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
