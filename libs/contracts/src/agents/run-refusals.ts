import { z } from 'zod';

/** What an agent runs: a user's job, or the script of an application. */
export const runKinds = ['job', 'application'] as const;
export type RunKindName = (typeof runKinds)[number];

/**
 * Why an agent does not run something, and whose fault that is. `job`: the run's own, and final: neither this host later nor another
 * one would run it. `node`: nothing is wrong with the run, which may run elsewhere or later; jobs then leave the node to an
 * administrator. A user must not be able to bring about a `node` refusal, or one person's job could put every node out of use.
 * `of`: the kind of run that meets it; absent: both.
 */
export const refusalReasons = {
  /** The command does not follow the protocol, or holds what cannot be passed to a shell. */
  AGENT_JOB_INVALID: { fault: 'job' },
  /** The agent knows a later attempt of this job. */
  AGENT_JOB_OUTDATED: { fault: 'job', of: 'job' },
  /** A folder that no job may see, or a work folder outside the job's folders. */
  AGENT_FOLDER_REFUSED: { fault: 'job', of: 'job' },
  /** A folder that is not directly below one that AGENT_FILES_ROOT of the host names: no user chooses it. */
  AGENT_FOLDER_OUTSIDE: { fault: 'node', of: 'job' },
  /** AGENT_FILES_ROOT of the host is not set. */
  AGENT_FILES_ROOT_UNSET: { fault: 'node', of: 'job' },
  /** The work folder does not exist in a home that does. */
  AGENT_WORK_DIR_MISSING: { fault: 'job', of: 'job' },
  /** The host's account database answers that it has no such account, or that the account is root. */
  AGENT_ACCOUNT_UNKNOWN: { fault: 'job', of: 'job' },
  /** AGENT_ALLOW of the host leaves jobs out. */
  AGENT_JOBS_NOT_ALLOWED: { fault: 'node', of: 'job' },
  /** The host has no way to confine jobs, and its operator does not allow them without. */
  AGENT_JOBS_UNCONFINED: { fault: 'node', of: 'job' },
  /** The host cannot give the job the network that its queue asks for. */
  AGENT_NETWORK_MISSING: { fault: 'node', of: 'job' },
  /** Confining worked when the agent started and failed for this job; its script did not run. */
  AGENT_CONFINEMENT_FAILED: { fault: 'node', of: 'job' },
  /** The shared filesystem is not mounted on the host, is mounted elsewhere, or does not answer. */
  AGENT_FOLDER_UNREACHABLE: { fault: 'node', of: 'job' },
  /** The host's range of uids for jobs has none for this user, or the server did not say which user it is. */
  AGENT_ACCOUNT_RANGE: { fault: 'node', of: 'job' },
  /** The user's files cannot be made to belong both to the job's account and to the platform's on this host. */
  AGENT_FILES_UNSHARED: { fault: 'node', of: 'job' },
  /** The host's account database (files, LDAP) fails or does not answer. */
  AGENT_ACCOUNT_LOOKUP_FAILED: { fault: 'node', of: 'job' },
  /** The host cannot show a job entries of a project: AGENT_PROJECTS_ROOT is not set, or it confines jobs otherwise. */
  AGENT_PROJECTS_UNCONFINED: { fault: 'node', of: 'job' },
  /** An entry of the project is gone, or a link has come into its place. */
  AGENT_PROJECT_ENTRY_MISSING: { fault: 'job', of: 'job' },
  /** It cannot be stored on the host's disk. */
  AGENT_SPOOL_FAILED: { fault: 'node' },
  /** The agent holds as many jobs as one may (`agentJobsMax`). */
  AGENT_SPOOL_FULL: { fault: 'node', of: 'job' },
  /** AGENT_ALLOW of the host leaves applications out. */
  AGENT_APPLICATIONS_NOT_ALLOWED: { fault: 'job', of: 'application' },
  /** The agent runs as an ordinary account, which installs nothing. */
  AGENT_NOT_ROOT: { fault: 'job', of: 'application' },
  /** Its script did not begin while it was still expected. */
  AGENT_APPLICATION_LATE: { fault: 'job', of: 'application' },
  /** The script of another application is at work on the host: there is one at a time. */
  AGENT_APPLICATION_BUSY: { fault: 'node', of: 'application' },
} as const satisfies Record<string, { fault: 'job' | 'node'; of?: RunKindName }>;
type Refusals = typeof refusalReasons;
export type RefusalCode = keyof Refusals;
/** The refusals that a kind of run meets. */
export type RefusalOf<Kind extends RunKindName> = {
  [Code in RefusalCode]: Refusals[Code] extends { of: infer Only }
    ? Kind extends Only
      ? Code
      : never
    : Code;
}[RefusalCode];
export type RefusalFault = (typeof refusalReasons)[RefusalCode]['fault'];

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusalReasons, code);
}

/** Characters of a refusal that are read: it goes into logs. */
const refusalReasonMax = 1_000;

/** An agent's answer to the order of a run. `reason` is `CODE: a sentence for the operator`; older agents do not say `fault`. */
export const runReplySchema = z.object({
  isAccepted: z.boolean(),
  reason: z
    .string()
    .transform((text) => text.slice(0, refusalReasonMax))
    .optional(),
  fault: z.enum(['job', 'node']).optional().catch(undefined),
});
export type RunReply = z.infer<typeof runReplySchema>;

/** Whether a code is a refusal that this kind of run meets. */
export function isRefusalOf<Kind extends RunKindName>(
  kind: Kind,
  code: string,
): code is RefusalOf<Kind> {
  if (!isRefusalCode(code)) {
    return false;
  }
  const met: { fault: RefusalFault; of?: RunKindName } = refusalReasons[code];
  return (met.of ?? kind) === kind;
}

/** What a refusal means. A code of a later agent is unknown here, but its `fault` counts; without either it is final. */
export function readRefusal<Kind extends RunKindName>(
  kind: Kind,
  { reason, fault }: Pick<RunReply, 'reason' | 'fault'>,
): { code: RefusalOf<Kind> | 'AGENT_REFUSED'; fault: RefusalFault } {
  const code = reason?.split(':')[0] ?? '';
  return isRefusalOf(kind, code)
    ? { code, fault: refusalReasons[code].fault }
    : { code: 'AGENT_REFUSED', fault: fault ?? 'job' };
}
