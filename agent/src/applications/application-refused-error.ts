import type { ApplicationRefusal, RunApplicationReply } from '@clusterdesk/contracts';

/** The host does not run a script of an application: a code for the server, a sentence for the operator. */
export class ApplicationRefusedError extends Error {
  override readonly name = 'ApplicationRefusedError';

  constructor(
    readonly code: ApplicationRefusal,
    sentence: string,
  ) {
    super(`${code}: ${sentence}`);
  }

  toReply(): RunApplicationReply {
    return { isAccepted: false, reason: this.message };
  }
}
