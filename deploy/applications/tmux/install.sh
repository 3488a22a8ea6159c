# The version is the one of the host's release of Debian or Ubuntu.
set -eu
export DEBIAN_FRONTEND=noninteractive
if dpkg-query -W -f '${db:Status-Status}' tmux 2>/dev/null | grep -qx installed; then
  echo 'tmux is installed already.'
  exit 0
fi
# Other programs of the host may hold the locks of the packages for a while.
apt-get -q update || { sleep 30; apt-get -q update; }
apt-get -q -y -o DPkg::Lock::Timeout=300 --no-install-recommends install tmux
