#!/bin/sh
# In a new network: brings up the loopback device, the only one there is, then runs the command.
ip link set lo up || { echo "ClusterDesk: this host could not give the job its network"; exit 125; }
exec "$@"
