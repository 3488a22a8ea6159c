#!/bin/bash
# What the official image does that ours are used for: the first start makes the cluster, user and database of POSTGRES_*,
# and runs /docker-entrypoint-initdb.d/*.{sh,sql} against a server that only a local socket reaches.
set -euo pipefail
if [ "${1:0:1}" = - ]; then
  set -- postgres "$@"
fi
if [ "$1" = postgres ] && [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  find "$PGDATA" \! -user postgres -exec chown postgres '{}' +
  chmod 700 "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$BASH_SOURCE" "$@"
fi
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  user=${POSTGRES_USER:-postgres} database=${POSTGRES_DB:-${POSTGRES_USER:-postgres}}
  if [ -n "${POSTGRES_PASSWORD_FILE:-}" ]; then
    POSTGRES_PASSWORD=$(<"$POSTGRES_PASSWORD_FILE")
  fi
  method=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
  if [ -z "${POSTGRES_PASSWORD:-}" ] && [ "$method" != trust ]; then
    echo 'POSTGRES_PASSWORD is not set' >&2
    exit 1
  fi
  eval "initdb --username=\"\$user\" --pwfile=<(printf '%s\n' \"\${POSTGRES_PASSWORD:-none}\") ${POSTGRES_INITDB_ARGS:-}"
  echo "host all all all $method" >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  run() { PGPASSWORD=${POSTGRES_PASSWORD:-} psql -v ON_ERROR_STOP=1 --no-psqlrc --username "$user" --no-password "$@"; }
  [ "$database" = postgres ] || run --dbname postgres -v db="$database" <<< 'CREATE DATABASE :"db";'
  export PGUSER=$user PGDATABASE=$database
  for file in /docker-entrypoint-initdb.d/*; do
    case "$file" in
      *.sh) if [ -x "$file" ]; then "$file"; else . "$file"; fi ;;
      *.sql) run --dbname "$database" -f "$file" ;;
    esac
  done
  unset PGUSER PGDATABASE
  pg_ctl -D "$PGDATA" -m fast -w stop
  # Tests look for this line.
  echo 'PostgreSQL init process complete; ready for start up.'
fi
exec "$@"
