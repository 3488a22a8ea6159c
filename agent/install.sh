#!/bin/sh
# Makes this host a node of ClusterDesk: fetches the agent from the platform and runs it as a service. Run again it upgrades the
# agent and keeps the settings. The platform serves this file with its own address in the second line; see usage below.
# It comes through a pipe: all is in functions, so that half a file does nothing, and nothing reads the standard input.

set -eu
LC_ALL=C
export LC_ALL

oldest_major=20
oldest_minor=19

# All settings of the agent that a caller may give (agent/README.md), besides the token.
settings='AGENT_SERVER AGENT_ALLOW AGENT_CA_FILE AGENT_STATE_DIR AGENT_HOSTNAME AGENT_FILES_ROOT AGENT_PROJECTS_ROOT AGENT_HIDDEN_DIRS
AGENT_RUN_AS AGENT_SERVICE_USER AGENT_SERVICE_UID AGENT_SERVICE_GID AGENT_JOB_UIDS AGENT_JOB_SOCKETS AGENT_JOB_DEVICES AGENT_JOB_SCRATCH_MB
AGENT_JOB_USER_NAMESPACES AGENT_JOB_MEMORY AGENT_JOB_PROCESSES AGENT_ALLOW_UNCONFINED AGENT_ALLOW_HOST_NETWORK
AGENT_STOP_JOBS_ON_EXIT AGENT_SIGN_IN_SOCKET'

# Where distributions keep the certificates that the host trusts.
system_authorities='/etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem'

usage() {
  cat <<'END'
Usage: sh install.sh [--prefix DIR] [--uninstall [--purge]] [--help]

  --prefix DIR   install below DIR and start no service, for a trial; needs no root
  --uninstall    stop and remove the agent; settings, credentials and jobs' spool stay
  --purge        with --uninstall: remove these, too, but for the spool of what still runs

AGENT_SERVER is the address of the platform and AGENT_TOKEN the token of the node's page; any other AGENT_* variable
becomes a setting of the agent. What is not given stays as it is in /etc/clusterdesk-agent/agent.env.
AGENT_ALLOW_DEFAULT is what AGENT_ALLOW becomes where this host has none yet; AGENT_ALLOW itself overrides both.
END
}

say() {
  printf '%s\n' "$*"
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
  prefix='' action=install purge=no
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix)
        [ $# -ge 2 ] || fail '--prefix needs a folder.'
        prefix=${2%/}
        shift
        ;;
      --uninstall) action=uninstall ;;
      --purge) purge=yes ;;
      --help | -h) action=help ;;
      *) fail "there is no option $1; see --help." ;;
    esac
    shift
  done
  case $prefix in
    '') ;;
    *[!A-Za-z0-9/._+-]*) fail '--prefix may have letters, digits and / . _ + - only.' ;;
    /*) ;;
    *) fail '--prefix needs an absolute folder.' ;;
  esac
  [ "$purge" = no ] || [ "$action" != install ] || fail '--purge goes with --uninstall.'
  lib_dir=$prefix/usr/local/lib/clusterdesk-agent
  etc_dir=$prefix/etc/clusterdesk-agent
  unit_file=$prefix/etc/systemd/system/clusterdesk-agent.service
  env_file=$etc_dir/agent.env
  token_file=$etc_dir/token
}

check_host() {
  [ "$(uname -s)" = Linux ] || fail 'the agent runs on Linux only.'
  [ -n "$prefix" ] || [ "$(id -u)" -eq 0 ] || fail 'run this as root, for instance with sudo.'
}

check_node() {
  node=$(command -v node || true)
  if [ -z "$node" ]; then
    fail "the agent needs Node $oldest_major.$oldest_minor or newer, and there is no node on root's PATH." "$(how_to_get_node)"
  fi
  version=$("$node" -p process.versions.node) || fail "$node does not run."
  major=${version%%.*}
  minor=${version#*.}
  minor=${minor%%.*}
  if [ "$major" -lt "$oldest_major" ] || { [ "$major" -eq "$oldest_major" ] && [ "$minor" -lt "$oldest_minor" ]; }; then
    fail "the agent needs Node $oldest_major.$oldest_minor or newer; $node is $version." "$(how_to_get_node)"
  fi
  case $node in
    /home/* | /root/*) say "Note: the service depends on $node, which lies in somebody's home." ;;
  esac
  case $node in
    *[!A-Za-z0-9/._+@-]*) fail "$node: a service cannot name such a path; install Node elsewhere." ;;
    /*) ;;
    *) fail "$node is no absolute path." ;;
  esac
}

how_to_get_node() {
  release=$prefix/etc/os-release
  [ -r "$release" ] || release=/etc/os-release
  # shellcheck disable=SC1090
  family=$([ ! -r "$release" ] || { . "$release" && echo " ${ID:-} ${ID_LIKE:-} "; }) || family=''
  case $family in
    *' debian '* | *' ubuntu '*)
      say 'Debian 13, Ubuntu 25.04 and newer: apt-get install nodejs. Older ones:'
      say '  curl -fsSL https://deb.nodesource.com/setup_22.x | bash - && apt-get install -y nodejs'
      ;;
    *' rhel '* | *' fedora '* | *' rocky '* | *' centos '*)
      say 'Rocky, RHEL 8 and 9: dnf module install -y nodejs:22. Rocky, RHEL 10 and Fedora: dnf install -y nodejs'
      ;;
    *) say 'See https://nodejs.org/en/download, or use the package of this distribution.' ;;
  esac
}

# What a setting has now, from the file of an installation before: without quotation marks, good enough to decide by.
kept() {
  [ ! -f "$env_file" ] || sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" "$env_file" | tail -n 1 | tr -d "\"'"
}

# As given, else as kept.
setting() {
  eval "given=\${$1:-}"
  if [ -n "$given" ]; then
    printf '%s\n' "$given"
  else
    kept "$1"
  fi
}

tell_change() {
  eval "given=\${$1:-}"
  before=$(kept "$1")
  [ -z "$given" ] || [ -z "$before" ] || [ "$given" = "$before" ] || say "$1 was $before and is $given now."
}

check_settings() {
  # Not for the eyes of what this script starts.
  token=${AGENT_TOKEN:-}
  unset AGENT_TOKEN AGENT_TOKEN_FILE
  AGENT_SERVER=$(setting AGENT_SERVER)
  AGENT_SERVER=${AGENT_SERVER%/}
  tell_change AGENT_SERVER
  tell_change AGENT_ALLOW
  case $AGENT_SERVER in
    http://?* | https://?*) ;;
    '') fail 'AGENT_SERVER is missing: the address of the platform, such as https://platform.example.' ;;
    *) fail 'AGENT_SERVER must begin with http:// or https://.' ;;
  esac
  for name in $settings AGENT_ALLOW_DEFAULT token; do
    eval "value=\${$name:-}"
    case $value in
      *[[:cntrl:]]*) fail "$name has a line break or another control character in it." ;;
    esac
  done
  state_dir=$(setting AGENT_STATE_DIR)
  state_dir=${state_dir:-$prefix/var/lib/clusterdesk-agent}
  # The agent's own default would be the folder of the host.
  [ -z "$prefix" ] || AGENT_STATE_DIR=$state_dir
  ca_file=$(setting AGENT_CA_FILE)
  case $ca_file in
    '' | /*) ;;
    *) fail 'AGENT_CA_FILE must be an absolute path.' ;;
  esac
  if [ -z "$token" ] && [ ! -s "$token_file" ] && [ ! -s "$state_dir/credentials.json" ]; then
    fail 'AGENT_TOKEN is missing: copy the whole command from the page of the node.'
  fi
}

# What was restricted on this host stays so when it is enrolled again: the page of its node only proposes.
decide_allow() {
  [ -z "${AGENT_ALLOW:-}" ] || return 0
  AGENT_ALLOW=$(kept AGENT_ALLOW)
  if [ -z "$AGENT_ALLOW" ]; then
    AGENT_ALLOW=${AGENT_ALLOW_DEFAULT:-metrics,sessions,jobs,applications}
  elif [ -n "${AGENT_ALLOW_DEFAULT:-}" ] && [ "$AGENT_ALLOW" != "$AGENT_ALLOW_DEFAULT" ]; then
    say "AGENT_ALLOW stays $AGENT_ALLOW, as it is set on this host; the default would be $AGENT_ALLOW_DEFAULT."
  fi
}

# A root agent with jobs needs to know where the homes are and whom they belong to, and does not start without.
decide_jobs() {
  AGENT_ALLOW=$(printf '%s' "$AGENT_ALLOW" | tr -d ' ')
  case ,$AGENT_ALLOW, in
    *,jobs,*) ;;
    *) return 0 ;;
  esac
  roots=$(setting AGENT_FILES_ROOT)
  if [ -z "$roots" ]; then
    wanted=$AGENT_ALLOW
    AGENT_ALLOW=$(printf '%s' ",$AGENT_ALLOW," | sed 's/,jobs,/,/g; s/^,//; s/,$//')
    [ -n "$AGENT_ALLOW" ] || fail 'AGENT_ALLOW=jobs needs AGENT_FILES_ROOT, the folder of the homes as it is mounted here.'
    say 'This host takes no jobs: AGENT_FILES_ROOT is not set, the folder of the homes (FILES_DIR/home of the platform) as it is mounted here.'
    say 'To turn jobs on, run the same command with this at its end:'
    say "  sudo AGENT_ALLOW=$wanted AGENT_FILES_ROOT=/that/folder sh"
    return 0
  fi
  [ "$(setting AGENT_RUN_AS)" != mapped ] || return 0
  [ -z "$(setting AGENT_SERVICE_USER)$(setting AGENT_SERVICE_UID)" ] || return 0
  root=${roots%%:*}
  owner=$(stat -c '%u %g' -- "$root" 2>/dev/null) || fail "AGENT_FILES_ROOT: there is no folder $root here."
  AGENT_SERVICE_UID=${owner% *}
  AGENT_SERVICE_GID=${owner#* }
  if [ "$AGENT_SERVICE_UID" -eq 0 ] || [ "$AGENT_SERVICE_GID" -eq 0 ]; then
    fail "AGENT_FILES_ROOT: $root belongs to root; say in AGENT_SERVICE_USER whom the files of users belong to."
  fi
  say "The files of users belong to uid $AGENT_SERVICE_UID and gid $AGENT_SERVICE_GID here, as $root says."
}

download() {
  from=$AGENT_SERVER/agent/agent.cjs
  case $AGENT_SERVER in
    https://*) protocols='=https' ;;
    *) protocols='=http,https' ;;
  esac
  if command -v curl >/dev/null; then
    set -- -fsSL --globoff --proto "$protocols" --connect-timeout 15 --max-time 300 --retry 2
    [ -z "$ca_file" ] || set -- "$@" --cacert "$ca_file"
    curl "$@" -o "$fresh" "$from"
  elif command -v wget >/dev/null; then
    set -- -q -T 60 -O "$fresh"
    [ -z "$ca_file" ] || set -- "$@" --ca-certificate="$ca_file"
    wget "$@" "$from"
  else
    fail 'neither curl nor wget is there: install one of them.'
  fi
}

fetch_agent() {
  mkdir -p "$lib_dir"
  chmod 755 "$lib_dir"
  fresh_dir=$(mktemp -d "$lib_dir/.new.XXXXXX")
  trap 'rm -rf "$fresh_dir"' EXIT
  trap 'exit 1' HUP INT TERM
  fresh=$fresh_dir/agent.cjs
  download || fail "the agent could not be fetched from $AGENT_SERVER; nothing was changed."
  new_version=$("$node" "$fresh" --version 2>/dev/null) || new_version=''
  case $new_version in
    [0-9]*.[0-9]*.[0-9]*) ;;
    *) fail "what came from $AGENT_SERVER/agent/agent.cjs is not an agent; nothing was changed." ;;
  esac
}

# Whether the agent's Node trusts the platform's certificate, with the authorities of a file besides. Only a no of this kind counts.
node_trusts() {
  # shellcheck disable=SC2016
  NODE_EXTRA_CA_CERTS=$1 "$node" -e '
    const give = (code) => process.exit(code);
    const request = require("node:https").get(process.argv[1], { timeout: 15000 }, () => give(0));
    request.on("timeout", () => give(0));
    request.on("error", ({ message }) => give(/certificate|self[- ]signed|altnames/i.test(message) ? 3 : 0));
  ' "$AGENT_SERVER/agent/install.sh" 2>/dev/null
}

# Node has a list of authorities of its own, which lacks those that an organisation adds to its hosts.
find_authorities() {
  case $AGENT_SERVER in
    https://*) ;;
    *) return 0 ;;
  esac
  if [ -n "$ca_file" ] || node_trusts ''; then
    return 0
  fi
  for file in $system_authorities; do
    if [ -r "$prefix$file" ] && node_trusts "$prefix$file"; then
      AGENT_CA_FILE=$prefix$file
      say "This host trusts the platform's certificate and Node does not: AGENT_CA_FILE is $AGENT_CA_FILE."
      return 0
    fi
  done
  fail "Node does not trust the certificate of $AGENT_SERVER: name its authority in AGENT_CA_FILE." 'Nothing was changed.'
}

# A line that systemd and a shell read alike.
env_line() {
  printf '%s="%s"\n' "$1" "$(printf '%s' "$2" | sed 's/[\\"`$]/\\&/g')"
}

# Puts what comes on the standard input into a file, in one step.
replace_file() {
  (umask 077 && cat >"$1.new")
  chmod "$2" "$1.new"
  mv -f "$1.new" "$1"
}

settings_text() {
  given_names=AGENT_TOKEN_FILE
  for name in $settings; do
    eval "value=\${$name:-}"
    [ -z "$value" ] || given_names="$given_names|$name"
  done
  if [ -f "$env_file" ]; then
    grep -vE "^[[:space:]]*($given_names|AGENT_TOKEN)[[:space:]]*=" "$env_file" || true
  else
    say '# Settings of the ClusterDesk agent; "node agent.cjs --help" names them all. Then: systemctl restart clusterdesk-agent'
  fi
  for name in $settings; do
    eval "value=\${$name:-}"
    [ -z "$value" ] || env_line "$name" "$value"
  done
  env_line AGENT_TOKEN_FILE "$token_file"
}

unit_text() {
  cat <<END
[Unit]
Description=ClusterDesk agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=$node --max-old-space-size=64 --max-semi-space-size=1 $lib_dir/agent.cjs
EnvironmentFile=$env_file
StateDirectory=clusterdesk-agent
StateDirectoryMode=0700
Restart=always
RestartSec=3
# Jobs go on when the agent is stopped, upgraded or killed.
KillMode=process
OOMPolicy=continue

[Install]
WantedBy=multi-user.target
END
}

install_files() {
  chmod 644 "$fresh"
  mkdir -p "$etc_dir" "${unit_file%/*}"
  chmod 700 "$etc_dir"
  [ -z "$token" ] || printf '%s\n' "$token" | replace_file "$token_file" 600
  settings_text | replace_file "$env_file" 600
  mv -f "$fresh" "$lib_dir/agent.cjs"
  unit_text | replace_file "$unit_file" 644
}

has_systemd() {
  [ -z "$prefix" ] && [ -d /run/systemd/system ] && command -v systemctl >/dev/null
}

start_service() {
  if ! has_systemd; then
    say "Agent $new_version is installed. Start it with:"
    say "  (set -a; . $env_file; exec $node --max-old-space-size=64 --max-semi-space-size=1 $lib_dir/agent.cjs)"
    return 0
  fi
  systemctl daemon-reload
  systemctl enable --quiet clusterdesk-agent.service
  systemctl restart clusterdesk-agent.service
  sleep 2
  if systemctl is-active --quiet clusterdesk-agent.service; then
    say "Agent $new_version runs. What it says: journalctl -u clusterdesk-agent"
  else
    systemctl --no-pager --lines=10 status clusterdesk-agent.service >&2 || true
    fail 'the agent is installed and does not run: see above.'
  fi
}

# A field of a file of JSON that the agent wrote.
json_field() {
  sed -n "s/.*\"$1\":\"\{0,1\}\([0-9a-f-]*\).*/\1/p" "$2"
}

# Whether a process of this boot still runs: its number and its start, in ticks, which no later one with the number has.
runs_since() {
  case $2 in
    '' | *[!0-9]*) return 1 ;;
  esac
  [ "$1" = "$(cat /proc/sys/kernel/random/boot_id)" ] || return 1
  now=$(cat "/proc/$2/stat" 2>/dev/null) || return 1
  [ "$(start_of "$now")" = "$3" ]
}

# When a process started, by its line of /proc: the name, in brackets, may hold anything.
start_of() {
  printf '%s\n' "${1##*) }" | cut -d ' ' -f 20
}

# Whether the script of a folder of the spool still runs; its launcher wrote the boot and its own line of /proc.
is_at_work() {
  { [ -f "$1/started" ] && read -r boot && read -r line; } <"$1/started" 2>/dev/null || return 1
  runs_since "$boot" "${line%% *}" "$(start_of "$line")"
}

# The process number of an agent that uses the state folder, such as one that was started by hand.
agent_at_work() {
  holder=$state_dir/agent.json
  [ -f "$holder" ] || return 0
  pid=$(json_field pid "$holder")
  ! runs_since "$(json_field bootId "$holder")" "$pid" "$(json_field startTicks "$holder")" || printf '%s\n' "$pid"
}

# Where something is mounted on this host. The list of the kernel has odd letters as octal numbers.
list_mounts() {
  printf '%b\n' "$(cut -d ' ' -f 5 /proc/self/mountinfo | sed 's/\\\([0-7]\)/\\0\1/g')"
}

is_mount() {
  printf '%s\n' "$mounts" | grep -qxF -- "$1"
}

# Whether something is mounted at a path or below.
has_mount() {
  printf '%s\n' "$mounts" | while IFS= read -r point; do
    case $point in
      "$1" | "$1"/*) echo yes ;;
    esac
  done | grep -q yes
}

# Removes something of the agent's. Of a link it goes, and not what it leads to.
remove_own() {
  if [ -L "$1" ]; then
    rm -f -- "$1"
  elif [ -e "$1" ] && ! is_at_work "$1" && ! has_mount "$1"; then
    rm -rf -- "$1"
  fi
}

tell_left() {
  if [ ! -e "$1" ] && [ ! -L "$1" ]; then
    return 0
  elif is_at_work "$1"; then
    say "  $1: its script still runs"
  elif has_mount "$1"; then
    say "  $1: something is mounted there"
  else
    say "  $1: it is not of the agent's making"
  fi
}

# What the agent keeps: the spools of jobs and of applications, credentials, findings, its lock, and what trials that were cut
# short have left. Sets `left` to what stays, with the reasons.
purge_state() {
  left=''
  [ -d "$state_dir" ] || return 0
  state_dir=$(cd -P -- "$state_dir" && pwd -P)
  mounts=$(list_mounts)
  for spool in jobs applications; do
    path=$state_dir/$spool
    if [ -L "$path" ] || [ ! -d "$path" ] || is_mount "$path"; then
      remove_own "$path"
      continue
    fi
    for run in "$path"/* "$path"/.[!.]*; do
      remove_own "$run"
    done
    rmdir -- "$path" 2>/dev/null || true
  done
  for path in "$state_dir"/probe "$state_dir"/network-* "$state_dir"/credentials.json* \
    "$state_dir"/protections.json* "$state_dir"/agent.json*; do
    remove_own "$path"
  done
  rmdir -- "$state_dir" 2>/dev/null || true
  left=$(for path in "$state_dir"/* "$state_dir"/.[!.]*; do
    case $path in
      "$state_dir/jobs" | "$state_dir/applications")
        if is_mount "$path"; then
          tell_left "$path"
        else
          for run in "$path"/* "$path"/.[!.]*; do
            tell_left "$run"
          done
        fi
        ;;
      *) tell_left "$path" ;;
    esac
  done)
}

uninstall() {
  state_dir=$(kept AGENT_STATE_DIR)
  state_dir=${state_dir:-$prefix/var/lib/clusterdesk-agent}
  if has_systemd && [ -f "$unit_file" ]; then
    systemctl disable --quiet --now clusterdesk-agent.service
  fi
  running=$(agent_at_work)
  if [ -n "$running" ] && [ "$purge" = yes ]; then
    fail "the agent with process number $running still uses $state_dir: end it, then run this again." 'Nothing was removed.'
  fi
  rm -f "$unit_file" "$token_file"
  ! has_systemd || systemctl daemon-reload
  rm -rf "$lib_dir"
  [ -z "$running" ] || say "The agent with process number $running was started in another way and still runs."
  if [ "$purge" = no ]; then
    say "The agent is removed. Settings and state are still in $etc_dir and $state_dir; --uninstall --purge removes them."
    return 0
  fi
  rm -f "$env_file" "$env_file.new" "$token_file.new"
  rmdir "$etc_dir" 2>/dev/null || true
  purge_state
  if [ -z "$left" ]; then
    say 'The agent, its settings and its state are removed.'
  else
    say 'The agent and its settings are removed. Of its state is left:'
    say "$left"
    say 'Remove what is left by hand when nothing needs it any more.'
  fi
}

main() {
  read_arguments "$@"
  case $action in
    help) usage && return 0 ;;
  esac
  check_host
  umask 022
  if [ "$action" = uninstall ]; then
    uninstall
    return 0
  fi
  check_node
  check_settings
  decide_allow
  decide_jobs
  fetch_agent
  find_authorities
  install_files
  start_service
}

main "$@" </dev/null
