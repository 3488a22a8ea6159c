#!/bin/sh
# Makes the secrets of this installation, once: `.env`, and the file by which nginx shows PROXY_SECRET. What is there stays.
set -eu
cd "$(dirname "$0")"
umask 077
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

password=$(random 24)
[ -e .env ] || cat > .env <<EOF
# Made by prepare.sh. Whoever reads it has the database.
DATABASE_PASSWORD=$password
DATABASE_URL=postgres://clusterdesk:$password@postgres/clusterdesk
PROXY_SECRET=$(random 32)
AGENT_TOKEN=$(random 32)
# How people reach the platform, such as https://desk.example.org, and the port of this host.
PUBLIC_URL=
PUBLISH=8080
EOF
mkdir -p secrets tls
secret=$(sed -n 's/^PROXY_SECRET=//p' .env)
# nginx runs as another account, and is given this file alone; others do not come into the folder.
printf 'proxy_set_header X-ClusterDesk-Proxy "%s";\n' "$secret" > secrets/proxy-secret.conf
chmod 644 secrets/proxy-secret.conf
chmod 755 tls
