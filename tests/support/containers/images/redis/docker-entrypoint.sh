#!/bin/sh
# As the official one: options alone are redis-server's, root gives itself up. Debian's build keeps protected mode on, the
# official one does not.
set -e
if [ "${1#-}" != "$1" ] || [ "${1%.conf}" != "$1" ]; then
  set -- redis-server "$@"
fi
case "$1" in
  redis-server) shift; set -- redis-server "$@" --protected-mode no ;;
esac
case "$1" in
  redis-*)
    if [ "$(id -u)" = 0 ]; then
      find . \! -user redis -exec chown redis '{}' +
      exec setpriv --reuid redis --regid redis --init-groups "$@"
    fi ;;
esac
exec "$@"
