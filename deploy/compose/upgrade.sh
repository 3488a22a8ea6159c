#!/bin/sh
# Replaces the running processes by those of the images that `.env` and compose.yaml name now, one after the other, so that the
# service goes on. Stopped half way, it can be run again.
set -eu
cd "$(dirname "$0")"
compose=${COMPOSE:-docker compose}

# What the new version changes in the tables, the old one works with.
$compose run --rm migrate
for service in server1 server2 worker1 worker2; do
  echo "$service ..."
  $compose up -d --no-deps "$service"
  id=$($compose ps -q "$service")
  until [ "$(docker inspect -f '{{.State.Health.Status}}' "$id")" = healthy ]; do
    if [ "$(docker inspect -f '{{.State.Health.Status}}' "$id")" = unhealthy ]; then
      echo "$service does not come up: $compose logs $service" >&2
      exit 1
    fi
    sleep 1
  done
done
$compose up -d --no-deps nginx agent
