set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get -q update || { sleep 30; apt-get -q update; }
# Installs it where somebody removed it by hand.
apt-get -q -y -o DPkg::Lock::Timeout=300 --no-install-recommends install htop
