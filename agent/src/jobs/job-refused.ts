/** A job that this host does not take, with a code and a sentence for the operator. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused';
  constructor(
    readonly code:
      | 'AGENT_JOBS_NOT_ALLOWED'
      | 'AGENT_JOBS_UNCONFINED'
      | 'AGENT_JOB_OUTDATED'
      | 'AGENT_JOB_INVALID'
      | 'AGENT_FOLDER_REFUSED'
      | 'AGENT_ACCOUNT_UNKNOWN'
      | 'AGENT_SPOOL_FAILED',
    sentence: string,
  ) {
    super(`${code}: ${sentence}`);
  }
}
