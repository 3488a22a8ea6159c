import { words as noticeWords } from '@clusterdesk/contracts/notice-words/en/cluster';

/** Words of nodes and monitoring. */
export const words = {
  ...noticeWords,
  title: 'Monitoring',
  hosts_one: '{{count}} host',
  hosts_other: '{{count}} hosts',
  onlineCount: '{{count}} online',
  offlineCount: '{{count}} offline',
  waitingCount: '{{count}} waiting',
  online: 'Online',
  sort: 'Sort',
  sortByName: 'Sort by name',
  sortByLoad: 'Sort by load',
  sortByCpu: 'Sort by CPU',
  sortByMemory: 'Sort by memory',
  searchHost: 'Search host names',
  state: 'Status',
  state_all: 'Any status',
  state_online: 'Online only',
  state_offline: 'Offline only',
  state_waiting: 'Waiting only',
  shownOf: '{{shown}} of {{count}} shown',
  range: 'Time range',
  range_15m: 'Last 15 minutes',
  range_1h: 'Last hour',
  range_6h: 'Last 6 hours',
  range_24h: 'Last 24 hours',
  range_7d: 'Last 7 days',
  range_30d: 'Last 30 days',
  cpu: 'CPU',
  memory: 'Memory',
  cpuMean: 'CPU on average',
  memoryMean: 'Memory on average',
  cores_one: '{{count}} core',
  cores_other: '{{count}} cores',
  gigabytes: '{{size}} GB',
  offlineFor: 'Offline for {{span}}',
  waiting: 'No agent yet',
  lastSeen: 'Last seen: {{time}}',
  alert_cpu: 'Alert: high CPU',
  alert_memory: 'Alert: high memory',
  alert_offline: 'Alert: offline',
  alertSince: 'Since {{time}}',
  alertSinceMean: 'Since {{time}}, {{value}}% on average when it was raised',
  drained: 'Out of service',
  noJobs: 'Accepts no jobs',
  noJobsHint:
    "The agent's log says why this host accepts no jobs; usually AGENT_FILES_ROOT is not set, or AGENT_ALLOW does not include jobs.",
  noConfinementHint:
    "Either AGENT_ALLOW does not include jobs, or this host cannot isolate them. To isolate jobs, run the agent as root (with Perl and util-linux installed), or install bubblewrap and allow the agent's account to create user namespaces. If you trust all users, you can set AGENT_ALLOW_UNCONFINED=true.",
  unconfined: 'Jobs not isolated',
  unconfinedHint:
    'This host cannot isolate jobs, but its administrator allows them anyway: jobs can see each other.',
  protections: 'Protection {{held}}/{{count}}',
  protectionsOf: 'Protection {{held}}/{{count}} of jobs on {{host}}',
  protectionsTitle: 'Protections of jobs on {{host}}',
  protectionsAllHold:
    'All protections are in effect ({{count}}): no job can harm the platform, this host or another job.',
  protectionsSum:
    "Protections in effect: {{held}} of {{count}}. The agent's log says what the others need on this host.",
  protectionHolds: 'In effect',
  protectionMissing: 'Not in effect',
  protection_account: 'Separate account',
  protection_account_means:
    "Each user's jobs run under an account of their own, used by neither the platform nor other users.",
  protection_account_cure:
    'Run the agent as root. The file system that holds user files must support ID-mapped mounts (Linux 5.12) or access control lists, and AGENT_ALLOW_UNCONFINED must not be true.',
  protection_files: 'Own files only',
  protection_files_means:
    "A job sees only its user's folder; the rest of the host is read-only or hidden.",
  protection_files_cure:
    "Run the agent as root (with Perl and util-linux installed) on Linux 5.12 or newer, or install bubblewrap and allow the agent's account to create user namespaces.",
  protection_network: 'Separate network',
  protection_network_means: 'A job cannot reach any address of this host or any other job.',
  protection_network_cure:
    'First solve “Own files only”; then install iproute2 and slirp4netns, and allow the agent to open /dev/net/tun.',
  protection_memory: 'Memory limit',
  protection_memory_means:
    'A job that uses more memory than its share is ended before other programs suffer.',
  protection_memory_cure:
    "Run the agent as root, or as a systemd service with Delegate=yes and DelegateSubgroup=agent, or enable systemd --user for its account. The kernel's memory cgroup must be enabled.",
  protection_processes: 'Process limit',
  protection_processes_means: 'A job that keeps starting processes only reaches its own limit.',
  protection_processes_cure:
    "Run the agent as root, or as a systemd service with Delegate=yes and DelegateSubgroup=agent, or enable systemd --user for its account. The kernel's process cgroup (pids) must be enabled. Without cgroups, bubblewrap on Linux 5.14 or newer provides it too.",
  protection_processors: 'Reserved processors only',
  protection_processors_means: 'A job runs only on the processors reserved for it.',
  protection_processors_cure:
    "Run the agent as root, or as a systemd service with Delegate=yes and DelegateSubgroup=agent. The kernel's processor cgroup (cpuset) must be enabled.",
  protection_devices: 'Harmless devices only',
  protection_devices_means:
    'A job can open only harmless devices and those the administrator allows.',
  protection_devices_cure:
    "Run the agent as root (with Perl and util-linux installed) on Linux 5.12 or newer, or install bubblewrap and allow the agent's account to create user namespaces.",
  protection_io: 'Disk access gives way',
  protection_io_means: 'When both use the disk, jobs let the platform go first.',
  protection_io_cure:
    'Run the agent as root, or as a systemd service with Delegate=yes and DelegateSubgroup=agent. Its disk must use the bfq scheduler, which supports weights.',
  protection_syscalls: 'Filtered system calls',
  protection_syscalls_means: 'Kernel calls that scripts do not need are refused.',
  protection_syscalls_cure:
    'First solve “Own files only”. The processor must be 64-bit x86 or Arm, and the kernel must support seccomp filters.',
  protection_keys: 'Separate key ring',
  protection_keys_means:
    "A job cannot read what another user's job left in the kernel's key rings.",
  protection_keys_cure: 'Takes effect together with “Separate account” or “Filtered system calls”.',
  noMatchTitle: 'No matching hosts',
  noMatchHint: 'Try another name or status.',
  showAll: 'Show all hosts',
  emptyTitle: 'No hosts yet',
  emptyHint: 'CPU and memory of a host appear here once its agent has connected.',
};
