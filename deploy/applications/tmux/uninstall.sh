set -eu
export DEBIAN_FRONTEND=noninteractive
if ! dpkg-query -W tmux >/dev/null 2>&1; then
  echo 'tmux is not installed.'
  exit 0
fi
apt-get -q -y -o DPkg::Lock::Timeout=300 purge tmux
