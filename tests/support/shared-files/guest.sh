#!/bin/bash
# First process of a guest (User Mode Linux) which is a file server and several hosts that mount its share, each with caches of its own.
# The host's files are its root, read-only; whatever it writes lies in memory or on its disk, and is gone with it.
# From the kernel's command line: CD_ADDRESS (of the guest, with its prefix), CD_CONTROL (the program that takes orders), CD_NODE.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/run
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 cgroup /sys/fs/cgroup
mkdir -p /dev/shm
for dir in /run /mnt /srv /var/lib/nfs /var/tmp /dev/shm; do mount -t tmpfs -o mode=755 memory "$dir" 2>/dev/null; done
chmod 1777 /dev/shm /var/tmp
mkdir -p /run/etc /run/log /run/modules/lib/modules /srv/files /srv/state /mnt/disk /var/lib/nfs/v4recovery /var/lib/nfs/sm
touch /var/lib/nfs/etab /var/lib/nfs/rmtab /var/lib/nfs/xtab
hostname guest

# Accounts of a cluster: the platform's is in the group of each user, and in no other way above them.
cp /etc/passwd /etc/group /run/etc
printf 'desk:x:2000:2000::/run:/bin/sh\nann:x:2001:2001::/srv/files/home/ann:/bin/sh\n' >>/run/etc/passwd
printf 'desk:x:2000:\nann:x:2001:desk\n' >>/run/etc/group
for name in passwd group; do mount --bind "/run/etc/$name" "/etc/$name"; done

ip link set lo up
ip address add "$CD_ADDRESS" dev eth0
ip link set eth0 up
mount --bind /usr/lib/uml/modules /run/modules/lib/modules
for module in nfsv4 nfsv3 nfsd; do modprobe -d /run/modules "$module"; done

mount -t ext4 /dev/ubda /mnt/disk
mkdir -p /mnt/disk/files/home
chown -R 2000:2000 /mnt/disk/files
chmod 711 /mnt/disk/files /mnt/disk/files/home
mount -t nfsd nfsd /proc/fs/nfsd
# The time after a start in which clients come back before others get anything.
# The hosts are one client to the server, which takes back none of what it has lent to the same client: it lends nothing.
echo 0 >/proc/sys/fs/leases-enable
echo 10 >/proc/fs/nfsd/nfsv4leasetime
echo 10 >/proc/fs/nfsd/nfsv4gracetime
exportfs -i -o rw,no_subtree_check,root_squash,fsid=0,insecure '*:/mnt/disk/files'
rpc.mountd --manage-gids -N 3 -p 20048
rpc.nfsd -N 3 8

exec "$CD_NODE" "$CD_CONTROL"
