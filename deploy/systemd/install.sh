#!/bin/sh
# Installs server and workers as services of systemd, with a PostgreSQL of the operator's own (docs/operations/systemd.md). Run again
# it upgrades them, one after the other, and takes over changed settings. It lies in a built checkout, or in an unpacked bundle.

set -eu
LC_ALL=C
export LC_ALL

oldest_major=20
oldest_minor=19

# What a first run writes into the settings when it is given; all of them: docs/operations.md.
settings='DATABASE_URL REDIS_URL HOST PORT FILES_DIR BACKUP_DIR CLIENT_TOOLS_DIR PUBLIC_URL PROXY_SECRET TRUST_PROXY ACCEL_REDIRECT
METRICS_TOKEN TIME_ZONE UPDATE_PUBLIC_KEY'
# Of them, folders that servers and workers write to.
folder_settings='FILES_DIR BACKUP_DIR CLIENT_TOOLS_DIR'

usage() {
  cat <<'END'
Usage: sh install.sh [--from FILE] [--servers N] [--workers N] [--local-database] [--prefix DIR] [--uninstall] [--help]

  --from FILE       install the programs of a bundle, whose signature UPDATE_PUBLIC_KEY proves; default: those that lie around this file
  --servers N       how many servers run on this host (as before; at first 2, so that one can be restarted while the other answers)
  --workers N       how many workers (as before; at first 1)
  --local-database  make a role and a database "clusterdesk" in the PostgreSQL of this host; else give DATABASE_URL
  --prefix DIR      put all files below DIR and start nothing, for packages; needs no root
  --uninstall       stop and remove programs and units; settings, data, account and database stay

A first run writes DATABASE_URL, REDIS_URL, HOST, PORT, FILES_DIR, BACKUP_DIR, PUBLIC_URL and others, as they are given, and secrets that it
makes into /etc/clusterdesk/clusterdesk.env. From then on that file counts: change it, and run this again.
END
}

say() {
  printf '%s\n' "$@"
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  shift
  for line in "$@"; do
    printf '  %s\n' "$line" >&2
  done
  exit 1
}

read_arguments() {
  prefix='' from='' action=install servers='' workers='' local_database=no
  while [ $# -gt 0 ]; do
    case $1 in
      --from | --servers | --workers | --prefix) [ $# -ge 2 ] || fail "$1 needs a value." ;;
    esac
    case $1 in
      --from) from=$2 && shift ;;
      --servers) servers=$2 && shift ;;
      --workers) workers=$2 && shift ;;
      --prefix) prefix=${2%/} && shift ;;
      --local-database) local_database=yes ;;
      --uninstall) action=uninstall ;;
      --help | -h) usage && exit 0 ;;
      *) fail "there is no option $1; see --help." ;;
    esac
    shift
  done
  case $servers$workers in
    *[!0-9]*) fail '--servers and --workers need numbers.' ;;
  esac
  if [ "${servers:-1}" -lt 1 ] || [ "${servers:-1}" -gt 64 ] || [ "${workers:-1}" -gt 64 ]; then
    fail '--servers must be from 1 to 64, --workers at most 64.'
  fi
  case $prefix in
    '') ;;
    *[!A-Za-z0-9/._+-]*) fail '--prefix may have letters, digits and / . _ + - only.' ;;
    /*) ;;
    *) fail '--prefix needs an absolute folder.' ;;
  esac
  opt=$prefix/opt/clusterdesk
  etc=$prefix/etc/clusterdesk
  units=$prefix/etc/systemd/system
  env_file=$etc/clusterdesk.env
  admin_file=$etc/first-admin.env
  data=/var/lib/clusterdesk
}

check_host() {
  [ "$(uname -s)" = Linux ] || fail 'ClusterDesk runs on Linux.'
  [ -z "$prefix" ] || return 0
  [ "$(id -u)" -eq 0 ] || fail 'run this as root, for instance with sudo.'
  [ -d /run/systemd/system ] || fail 'systemd does not run here: see docs/operations.md for other ways.'
}

check_node() {
  node=$(command -v node) || fail "Node $oldest_major.$oldest_minor or newer is missing on root's PATH: https://nodejs.org/en/download"
  node=$(readlink -f "$node")
  "$node" -e 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > +process.argv[1] || (major === +process.argv[1] && minor >= +process.argv[2]) ? 0 : 1)' \
    "$oldest_major" "$oldest_minor" || fail "$node is older than Node $oldest_major.$oldest_minor."
  case $node in
    /home/* | /root/* | /tmp/*) fail "the services cannot see $node: install Node for the whole host." ;;
    *[!A-Za-z0-9/._+@-]*) fail "a unit cannot name $node: install Node elsewhere." ;;
  esac
}

# What a setting is: as the file says, else as it is given to a first run.
setting() {
  if [ -f "$env_file" ]; then
    sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" "$env_file" | tail -n 1 | sed "s/^[\"']//; s/[\"']\$//; s/\\\\\(.\)/\\1/g"
  else
    eval "printf '%s\n' \"\${$1:-}\""
  fi
}

# A bundle is a line that describes and signs it, and an archive (docs/decisions/upgrades.md). Its own installer goes on.
install_bundle() {
  key=$(setting UPDATE_PUBLIC_KEY)
  [ -n "$key" ] || fail 'UPDATE_PUBLIC_KEY is missing: the key that proves the signature of the bundle.'
  [ -r "$from" ] || fail "$from cannot be read."
  from=$(readlink -f "$from")
  unpacked=$(mktemp -d)
  trap 'rm -rf "$unpacked"' EXIT
  KEY=$key "$node" -e '
    const { createHash, createPublicKey, verify } = require("node:crypto");
    const file = require("node:fs").readFileSync(process.argv[1]);
    const end = file.indexOf(10);
    const { release, signature } = JSON.parse(file.subarray(0, end));
    const text = process.env.KEY.replaceAll("\\n", "\n");
    const key = createPublicKey(text.includes("-----") ? text : { key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    const isSigned = key.asymmetricKeyType === "ed25519" && verify(null, Buffer.from(release), key, Buffer.from(signature, "base64"));
    const { sha256, platform } = JSON.parse(release);
    const isWhole = createHash("sha256").update(file.subarray(end + 1)).digest("hex") === sha256;
    process.exit(isSigned && isWhole && platform === `${process.platform}-${process.arch}` ? 0 : 1);
  ' "$from" 2>/dev/null || fail "$from is no bundle for this system that UPDATE_PUBLIC_KEY has signed; nothing was changed."
  tail -n +2 "$from" | tar -xz --no-same-owner -C "$unpacked"
  [ -f "$unpacked/deploy/systemd/install.sh" ] || fail "$from is of a version that has no units; nothing was changed."
  set -- ${servers:+--servers "$servers"} ${workers:+--workers "$workers"} ${prefix:+--prefix "$prefix"}
  [ "$local_database" = no ] || set -- "$@" --local-database
  sh "$unpacked/deploy/systemd/install.sh" "$@"
  exit
}

find_programs() {
  here=$(cd "$(dirname "$0")/../.." && pwd -P)
  for file in apps/server/dist/main.js apps/server/dist/worker.js apps/console/dist/index.html; do
    [ -f "$here/$file" ] || fail "$here is not built: npm ci && npm run build"
  done
  version=$("$node" -p 'require(process.argv[1]).version' "$here/package.json")
}

check_settings() {
  host=$(setting HOST) port=$(setting PORT)
  host=${host:-0.0.0.0} port=${port:-8080}
  case $port in
    *[!0-9]*) fail "PORT must be a number, not $port." ;;
  esac
  case $host in
    *[!A-Za-z0-9.:_-]*) fail "HOST must be an address of this machine, not $host." ;;
  esac
  folders=''
  for name in $folder_settings; do
    value=$(setting "$name")
    case $value in
      '' | $data/*) ;;
      *[!A-Za-z0-9/._+@-]*) fail "$name: a unit cannot name the folder $value." ;;
      /*) folders="$folders $value" ;;
      *) fail "$name must be an absolute path, not $value." ;;
    esac
  done
  [ -z "$prefix" ] || return 0
  if [ ! -f "$env_file" ]; then
    for name in $settings; do
      eval "value=\${$name:-}"
      case $value in
        *[[:cntrl:]]*) fail "$name has a line break or another control character in it." ;;
      esac
    done
    [ "$local_database" = no ] || DATABASE_URL='postgresql://clusterdesk@localhost/clusterdesk?host=/run/postgresql'
  fi
  case $(setting DATABASE_URL) in
    postgres://?* | postgresql://?*) ;;
    '') fail 'DATABASE_URL is missing: give the address of a PostgreSQL, or --local-database for the one of this host.' ;;
    *) fail 'DATABASE_URL must look like postgresql://user:password@host:5432/database.' ;;
  esac
  if [ "$local_database" = yes ] && ! as_postgres psql -qAtc 'SELECT 1' >/dev/null 2>&1; then
    fail 'no PostgreSQL answers on this host: apt-get install postgresql'
  fi
  systemctl is-active --quiet clusterdesk-server.socket || check_address
}

as_postgres() {
  (cd / && runuser -u postgres -- "$@")
}

# The addresses of the socket, a line each; one for each family, or another program could have the port of the other.
list_addresses() {
  case $host in
    0.0.0.0 | ::) set -- 0.0.0.0 '[::]' ;;
    127.0.0.1 | localhost | ::1) set -- 127.0.0.1 '[::1]' ;;
    *:*) set -- "[$host]" ;;
    *) set -- "$host" ;;
  esac
  for address in "$@"; do
    case $address in
      \[*) grep -q . /proc/net/if_inet6 2>/dev/null || [ -n "$prefix" ] || continue ;;
    esac
    say "$address:$port"
  done
}

check_address() {
  list_addresses | while read -r address; do
    name=${address%:*}
    name=${name#[}
    "$node" -e 'const server = require("node:net").createServer();
      server.on("error", ({ code }) => { console.error(code); process.exit(1); });
      server.listen({ host: process.argv[1], port: +process.argv[2], ipv6Only: true }, () => process.exit(0));' \
      "${name%]}" "$port" || fail "$address cannot be listened on: another program has it, or it is not this host's."
  done || exit 1
}

# A line that systemd reads as it is.
env_line() {
  printf '%s="%s"\n' "$1" "$(printf '%s' "$2" | sed 's/[\\"`$]/\\&/g')"
}

# Puts what comes on the standard input into a file, in one step.
replace_file() {
  mkdir -p "${1%/*}"
  (umask 077 && cat >"$1.new")
  chmod "$2" "$1.new"
  mv -f "$1.new" "$1"
}

random_hex() {
  od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'
}

settings_text() {
  PROXY_SECRET=${PROXY_SECRET:-$(random_hex 32)}
  METRICS_TOKEN=${METRICS_TOKEN:-$(random_hex 16)}
  say '# Settings of ClusterDesk (docs/operations.md, "Configuration"). After a change run install.sh again.'
  for name in $settings; do
    eval "value=\${$name:-}"
    [ -z "$value" ] || env_line "$name" "$value"
  done
}

# As a folder with a name of its own: programs that run go on with the files that they were started from.
copy_programs() {
  mkdir -p "$opt/versions"
  chmod 755 "$opt" "$opt/versions"
  part=$(mktemp -d "$opt/versions/.new.XXXXXX")
  trap 'rm -rf "$part"' EXIT
  trap 'exit 1' HUP INT TERM
  if [ -f "$here/scripts/release.mjs" ]; then
    "$node" "$here/scripts/release.mjs" folder --out "$part"
  else
    cp -R "$here/." "$part"
  fi
  chmod -R u=rwX,go=rX "$part"
  digest=$(cd "$part" && find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-12)
  programs=versions/$version-$digest
  if [ ! -d "$opt/$programs" ]; then
    mv "$part" "$opt/$programs"
  fi
}

write_account() {
  replace_file "$prefix/etc/sysusers.d/clusterdesk.conf" 644 <"$here/deploy/systemd/sysusers.conf"
  replace_file "$prefix/etc/tmpfiles.d/clusterdesk.conf" 644 <"$here/deploy/systemd/tmpfiles.conf"
}

make_account() {
  systemd-sysusers clusterdesk.conf
  systemd-tmpfiles --create clusterdesk.conf
  for folder in $folders; do
    [ -d "$folder" ] || install -d -m 750 -o clusterdesk -g clusterdesk "$folder"
    (cd / && runuser -u clusterdesk -- test -w "$folder") || fail "$folder is not clusterdesk's to write: chown clusterdesk: $folder"
  done
}

write_settings() {
  [ ! -f "$env_file" ] || return 0
  settings_text | replace_file "$env_file" 600
  env_line ADMIN_PASSWORD "$(random_hex 8)" | replace_file "$admin_file" 600
}

make_database() {
  [ "$local_database" = yes ] || return 0
  [ "$(as_postgres psql -qAtc "SELECT 1 FROM pg_roles WHERE rolname = 'clusterdesk'")" ] ||
    as_postgres createuser --createdb clusterdesk
  [ "$(as_postgres psql -qAtc "SELECT 1 FROM pg_database WHERE datname = 'clusterdesk'")" ] ||
    as_postgres createdb --owner clusterdesk --encoding UTF8 --locale C.UTF-8 --template template0 clusterdesk
}

# As the account and with the settings of the services, whose older ones go on meanwhile.
migrate() {
  systemd-run --quiet --collect --wait --pipe --property User=clusterdesk --property EnvironmentFile="$env_file" \
    --property WorkingDirectory=$data /usr/bin/env MIGRATE=only DATA_DIR=$data NODE_ENV=production \
    "$node" "$opt/$programs/apps/server/dist/main.js" || fail 'the tables of the database could not be brought up to date; see above.' \
    'What runs goes on as it was. Correct the settings in '"$env_file"', and run this again.'
}

paths_text() {
  [ -n "$folders" ] || return 0
  say '# Of the settings, by install.sh.' '[Unit]'
  say "RequiresMountsFor=${folders# }"
  say '[Service]'
  say "ReadWritePaths=${folders# }"
  case "$folders " in
    *' /home'* | *' /root'* | *' /run/user'*) say 'ProtectHome=no' ;;
  esac
}

write_units() {
  for unit in clusterdesk.target clusterdesk-server.socket clusterdesk-server@.service clusterdesk-worker@.service clusterdesk-migrate.service; do
    sed "s#/usr/bin/node #$node #" "$here/deploy/systemd/$unit" | replace_file "$units/$unit" 644
  done
  for unit in clusterdesk-server@.service clusterdesk-worker@.service clusterdesk-migrate.service; do
    replace_file "$units/$unit.d/10-common.conf" 644 <"$here/deploy/systemd/common.conf"
    paths_text | replace_file "$units/$unit.d/20-folders.conf" 644
  done
  address_file=$units/clusterdesk-server.socket.d/10-address.conf
  address_before=$(cat "$address_file" 2>/dev/null) || address_before=''
  {
    say '# HOST and PORT of the settings, by install.sh.' '[Socket]' 'ListenStream='
    list_addresses | sed 's/^/ListenStream=/'
  } | replace_file "$address_file" 644
}

# Which instances of a kind start with the host.
list_enabled() {
  (cd "$units/clusterdesk.target.wants" 2>/dev/null && ls -d "clusterdesk-$1@"*.service 2>/dev/null) || true
}

list_wanted() {
  number=1
  while [ "$number" -le "$2" ]; do
    say "clusterdesk-$1@$number.service"
    number=$((number + 1))
  done
}

point_to() {
  ln -sfn "$1" "$opt/current.new"
  mv -fT "$opt/current.new" "$opt/current"
}

# Each has started when it says so itself; one that fails ends this.
restart_in_turn() {
  for unit in "$@"; do
    systemctl restart "$unit" || return 1
  done
}

start_services() {
  before=$(readlink "$opt/current") || before=''
  count() { list_enabled "$1" | wc -l; }
  if [ -z "$before" ]; then
    servers=${servers:-2} workers=${workers:-1}
  fi
  wanted="$(list_wanted worker "${workers:-$(count worker)}") $(list_wanted server "${servers:-$(count server)}")"
  systemctl daemon-reload
  for unit in $(list_enabled worker) $(list_enabled server); do
    case " $(echo $wanted) " in
      *" $unit "*) ;;
      *) systemctl disable --quiet --now "$unit" ;;
    esac
  done
  if [ -n "$address_before" ] && [ "$address_before" != "$(cat "$address_file")" ]; then
    # One command: a call that comes between would start a server on the old address.
    systemctl stop clusterdesk-server.socket 'clusterdesk-server@*.service'
  fi
  point_to "$programs"
  # shellcheck disable=SC2086
  systemctl enable --quiet clusterdesk.target $wanted
  systemctl start clusterdesk-server.socket clusterdesk-migrate.service
  # shellcheck disable=SC2086
  if ! restart_in_turn $wanted; then
    [ -n "$before" ] && [ "$before" != "$programs" ] || fail 'the platform is installed and does not run: journalctl -u "clusterdesk-*"'
    point_to "$before"
    # shellcheck disable=SC2086
    restart_in_turn $wanted || true
    fail "version $version does not run, and the one before is back: journalctl -u 'clusterdesk-*'"
  fi
  systemctl start clusterdesk.target
  for folder in "$opt"/versions/*; do
    case ${folder#"$opt/"} in
      "$programs" | "$before") ;;
      *) rm -rf "$folder" ;;
    esac
  done
}

tell() {
  shown=$host
  case $host in
    0.0.0.0 | ::) shown=$(uname -n) ;;
    *:*) shown="[$host]" ;;
  esac
  say "ClusterDesk $version runs at http://$shown:$port: $(echo $wanted)"
  say "Settings: $env_file. What they say: journalctl -u 'clusterdesk-*'"
  [ ! -f "$admin_file" ] || say "The first sign-in: admin, with the password in $admin_file. Change it, then delete the file."
}

uninstall() {
  if [ -z "$prefix" ]; then
    # shellcheck disable=SC2046
    systemctl disable --quiet --now clusterdesk.target $(list_enabled server) $(list_enabled worker) 2>/dev/null || true
    systemctl stop clusterdesk-server.socket 'clusterdesk-server@*.service' 'clusterdesk-worker@*.service' clusterdesk-migrate.service
  fi
  for unit in clusterdesk.target clusterdesk-server.socket clusterdesk-server@.service clusterdesk-worker@.service clusterdesk-migrate.service; do
    rm -f "$units/$unit"
    rm -rf "$units/$unit.d" "$units/$unit.wants"
  done
  rm -rf "$opt"
  rm -f "$prefix/etc/sysusers.d/clusterdesk.conf" "$prefix/etc/tmpfiles.d/clusterdesk.conf"
  [ -n "$prefix" ] || systemctl daemon-reload
  say "Programs and units are removed. Settings ($etc), data ($data$(uninstalled_folders)), the account and the database stay."
}

uninstalled_folders() {
  for name in $folder_settings; do
    value=$(setting "$name")
    [ -z "$value" ] || printf ', %s' "$value"
  done
}

main() {
  read_arguments "$@"
  check_host
  umask 022
  if [ "$action" = uninstall ]; then
    uninstall
    return 0
  fi
  check_node
  [ -z "$from" ] || install_bundle
  find_programs
  check_settings
  copy_programs
  write_account
  if [ -n "$prefix" ]; then
    point_to "$programs"
    write_units
    say "The files are below $prefix."
    return 0
  fi
  make_account
  write_settings
  make_database
  migrate
  write_units
  start_services
  tell
}

main "$@" </dev/null
