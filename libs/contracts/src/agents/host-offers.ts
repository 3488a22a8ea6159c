/** What a host lets its agent do; set on the host, never by the server (design: Agent). */
export const agentCapabilities = ['metrics', 'sessions', 'jobs', 'applications'] as const;

/** How a job is kept to its own folder on this host: the recipe in use, or why there is none. */
export const confinements = ['namespaces', 'bubblewrap', 'none'] as const;

/**
 * What keeps a job from harming the platform, other jobs and its host; an agent names those that it has seen to hold.
 * `account`: a uid that neither the platform nor another user has. `files`: it sees only its own folders, the rest is read-only
 * or hidden. `network`: a network of its own. `memory`, `processes`, `processors`, `io`: limits that the kernel keeps (cgroups).
 * `devices`: only harmless devices and those that the operator gave. `syscalls`: a filter of system calls. `keys`: key rings that
 * nobody else reads.
 */
export const jobProtections = [
  'account',
  'files',
  'network',
  'memory',
  'processes',
  'processors',
  'devices',
  'io',
  'syscalls',
  'keys',
] as const;
export type JobProtection = (typeof jobProtections)[number];

/** Whether a word of an agent names a protection that is known here. */
export function isJobProtection(word: string): word is JobProtection {
  return (jobProtections as readonly string[]).includes(word);
}

/**
 * What a job reaches: `none`, nothing but itself; `outside`, what its host reaches, the host itself excepted. In both it has a
 * network of its own, so no other job and no service of its host is there for it.
 */
export const jobNetworks = ['none', 'outside'] as const;
export type JobNetwork = (typeof jobNetworks)[number];
