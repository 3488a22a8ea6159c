import { z } from 'zod';

/**
 * Why an agent does not run a job, and whose fault that is. `job`: no other node would run it either, so the refusal is final.
 * `node`: nothing is wrong with the job; it may run elsewhere or later, and the node needs an administrator. A user must not be
 * able to bring about a `node` refusal, or one person's job could put every node out of use.
 */
export const refusalReasons = {
  /** The command does not follow the protocol, or holds what cannot be passed to a shell. */
  AGENT_JOB_INVALID: { fault: 'job' },
  /** The agent knows a later attempt of this job. */
  AGENT_JOB_OUTDATED: { fault: 'job' },
  /** A folder that no job may see, or a work folder outside the job's folders. */
  AGENT_FOLDER_REFUSED: { fault: 'job' },
  /** A folder that is not directly below one that AGENT_FILES_ROOT of the host names: no user chooses it. */
  AGENT_FOLDER_OUTSIDE: { fault: 'node' },
  /** AGENT_FILES_ROOT of the host is not set. */
  AGENT_FILES_ROOT_UNSET: { fault: 'node' },
  /** The work folder does not exist in a home that does. */
  AGENT_WORK_DIR_MISSING: { fault: 'job' },
  /** The host's account database answers that it has no such account, or that the account is root. */
  AGENT_ACCOUNT_UNKNOWN: { fault: 'job' },
  /** AGENT_ALLOW of the host leaves jobs out. */
  AGENT_JOBS_NOT_ALLOWED: { fault: 'node' },
  /** The host has no way to confine jobs, and its operator does not allow them without. */
  AGENT_JOBS_UNCONFINED: { fault: 'node' },
  /** The host cannot give the job the network that its queue asks for. */
  AGENT_NETWORK_MISSING: { fault: 'node' },
  /** Confining worked when the agent started and failed for this job; its script did not run. */
  AGENT_CONFINEMENT_FAILED: { fault: 'node' },
  /** The shared filesystem is not mounted on the host, is mounted elsewhere, or does not answer. */
  AGENT_FOLDER_UNREACHABLE: { fault: 'node' },
  /** The host's range of uids for jobs has none for this user, or the server did not say which user it is. */
  AGENT_ACCOUNT_RANGE: { fault: 'node' },
  /** The user's files cannot be made to belong both to the job's account and to the platform's on this host. */
  AGENT_FILES_UNSHARED: { fault: 'node' },
  /** The host's account database (files, LDAP) fails or does not answer. */
  AGENT_ACCOUNT_LOOKUP_FAILED: { fault: 'node' },
  /** The job cannot be stored on the host's disk. */
  AGENT_SPOOL_FAILED: { fault: 'node' },
  /** The agent holds as many jobs as one may (`agentJobsMax`). */
  AGENT_SPOOL_FULL: { fault: 'node' },
} as const satisfies Record<string, { fault: 'job' | 'node' }>;
export type RefusalCode = keyof typeof refusalReasons;
export type RefusalFault = (typeof refusalReasons)[RefusalCode]['fault'];

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusalReasons, code);
}

/** Characters of a refusal that are read: it goes into logs. */
const refusalReasonMax = 1_000;

/** An agent's answer to a job. `reason` is `CODE: a sentence for the operator`; older agents do not say `fault`. */
export const runScriptReplySchema = z.object({
  isAccepted: z.boolean(),
  reason: z
    .string()
    .transform((text) => text.slice(0, refusalReasonMax))
    .optional(),
  fault: z.enum(['job', 'node']).optional().catch(undefined),
});
export type RunScriptReply = z.infer<typeof runScriptReplySchema>;

/** What a refusal means. A code of a later agent is unknown here, but its `fault` counts; without either it is final. */
export function readRefusal(reply: Pick<RunScriptReply, 'reason' | 'fault'>): {
  code: RefusalCode | 'AGENT_REFUSED';
  fault: RefusalFault;
} {
  const code = reply.reason?.split(':')[0] ?? '';
  return isRefusalCode(code)
    ? { code, fault: refusalReasons[code].fault }
    : { code: 'AGENT_REFUSED', fault: reply.fault ?? 'job' };
}
