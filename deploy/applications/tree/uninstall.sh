set -eu
export DEBIAN_FRONTEND=noninteractive
if ! dpkg-query -W tree >/dev/null 2>&1; then
  echo 'tree is not installed.'
  exit 0
fi
apt-get -q -y -o DPkg::Lock::Timeout=300 purge tree
