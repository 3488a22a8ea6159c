/** Words of nodes and monitoring. */
export const words = {
  title: 'Monitoring',
  hosts_one: '{{count}} host',
  hosts_other: '{{count}} hosts',
  onlineCount: '{{count}} online',
  offlineCount: '{{count}} offline',
  online: 'Online',
  sort: 'Sort',
  sortByName: 'Sort by name',
  sortByLoad: 'Sort by load',
  range: 'Time range',
  range_15m: 'Last 15 minutes',
  range_1h: 'Last hour',
  range_6h: 'Last 6 hours',
  range_24h: 'Last 24 hours',
  cpu: 'CPU',
  memory: 'Memory',
  cores_one: '{{count}} core',
  cores_other: '{{count}} cores',
  gigabytes: '{{size}} GB',
  offlineFor: 'Offline for {{span}}',
  neverSeen: 'Never online',
  lastSeen: 'Last seen: {{time}}',
  alert_cpu: 'Alert: high CPU',
  alert_memory: 'Alert: high memory',
  alert_offline: 'Alert: offline',
  alertSince: 'Since {{time}}',
  alertSinceMean: 'Since {{time}}, {{value}} % on average when it was raised',
  noticeHostsJoin: ', ',
  noticeHostsMore_one: '{{names}} and {{count}} more',
  noticeHostsMore_other: '{{names}} and {{count}} more',
  noticeMinutes_one: '{{count}} minute',
  noticeMinutes_other: '{{count}} minutes',
  noticeMean: '{{value}} % on average',
  noticeBegan_cpu: '{{hosts}}: CPU above {{percent}} % for {{minutes}}',
  noticeBegan_memory: '{{hosts}}: memory above {{percent}} % for {{minutes}}',
  noticeBegan_offline: '{{hosts}}: offline for {{minutes}}',
  noticeRecovered_cpu: '{{hosts}}: CPU no longer above {{percent}} %',
  noticeRecovered_memory: '{{hosts}}: memory no longer above {{percent}} %',
  noticeRecovered_offline: '{{hosts}}: online again',
  noticeUnwatched_cpu: '{{hosts}}: CPU alert over, it is not watched any more',
  noticeUnwatched_memory: '{{hosts}}: memory alert over, it is not watched any more',
  noticeUnwatched_offline: '{{hosts}}: offline alert over, it is not watched any more',
  drained: 'Out of service',
  noJobs: 'Does not accept jobs',
  noJobsHint:
    "The agent's log says why this host accepts no jobs: mostly AGENT_FILES_ROOT is not set, or AGENT_ALLOW leaves jobs out.",
  noConfinementHint:
    "Either AGENT_ALLOW leaves jobs out, or this host cannot isolate jobs. To isolate them, run the agent as root with Perl and util-linux, or install bubblewrap and let the agent's account make user namespaces. Where all users are trusted, set AGENT_ALLOW_UNCONFINED=true.",
  unconfined: 'Jobs not isolated',
  unconfinedHint:
    'This host cannot isolate jobs, but its administrator allows them anyway: jobs can see each other.',
  protections: 'Protection {{held}}/{{count}}',
  protectionsOf: 'Protection {{held}}/{{count}} of jobs on {{host}}',
  protectionsTitle: 'Protections of jobs on {{host}}',
  protectionsAllHold:
    'All {{count}} protections hold: no job can harm the platform, this host or another job.',
  protectionsSum:
    "{{held}} of {{count}} protections hold. The agent's log says what the others lack on this host.",
  protectionHolds: 'holds',
  protectionMissing: 'Missing',
  protection_account: 'Account of its own',
  protection_account_means:
    "Each user's jobs run under an account that neither the platform nor another user has.",
  protection_account_cure:
    "To get it, run the agent as root. The file system with users' files must know mapped ids (Linux 5.12) or access control lists, and AGENT_ALLOW_UNCONFINED must be off.",
  protection_files: 'Own files only',
  protection_files_means:
    'A job sees its own folders; the rest of the host is read-only or hidden.',
  protection_files_cure:
    "To get it, run the agent as root with Perl and util-linux on Linux 5.12 or newer, or install bubblewrap and let the agent's account make user namespaces.",
  protection_network: 'Network of its own',
  protection_network_means: 'A job reaches no address of this host and no other job.',
  protection_network_cure:
    'To get it, have jobs see their own files only; then install iproute2 and slirp4netns, and let the agent open /dev/net/tun.',
  protection_memory: 'Memory limit',
  protection_memory_means:
    'A job that takes more memory than its share is ended, before anything else suffers.',
  protection_memory_cure:
    "To get it, run the agent as root, or as a systemd service with Delegate=yes and DelegateSubgroup=agent, or give its account systemd --user. The kernel's control groups for memory must be switched on.",
  protection_processes: 'Limited processes',
  protection_processes_means: 'A job that starts processes without end runs into its own limit.',
  protection_processes_cure:
    "To get it, run the agent as root, or as a systemd service with Delegate=yes and DelegateSubgroup=agent, or give its account systemd --user. The kernel's control groups for processes (pids) must be switched on. Without control groups, bubblewrap on Linux 5.14 or newer brings it, too.",
  protection_processors: 'Reserved processors only',
  protection_processors_means: 'A job computes on exactly the processors that it reserved.',
  protection_processors_cure:
    "To get it, run the agent as root, or as a systemd service with Delegate=yes and DelegateSubgroup=agent. The kernel's control groups for processors (cpuset) must be switched on.",
  protection_devices: 'Harmless devices only',
  protection_devices_means: 'A job opens only harmless devices and those that the operator gave.',
  protection_devices_cure:
    "To get it, run the agent as root with Perl and util-linux on Linux 5.12 or newer, or install bubblewrap and let the agent's account make user namespaces.",
  protection_io: 'Yielding disk access',
  protection_io_means: 'Where both read and write, jobs give way to the platform.',
  protection_io_cure:
    'To get it, run the agent as root, or as a systemd service with Delegate=yes and DelegateSubgroup=agent. Its disk must use the scheduler bfq, which knows weights.',
  protection_syscalls: 'Filtered system calls',
  protection_syscalls_means: 'Kernel calls that no script needs are refused.',
  protection_syscalls_cure:
    'To get it, have jobs see their own files only. The processor must be a 64-bit x86 or Arm, and the kernel must have seccomp filters.',
  protection_keys: 'Key rings of its own',
  protection_keys_means:
    "A job cannot read what another user's job left in the kernel's key rings.",
  protection_keys_cure: 'It comes with an account of its own, or with filtered system calls.',
  emptyTitle: 'No hosts yet',
  emptyHint: "When a host's agent connects, its CPU and memory appear here.",
};
