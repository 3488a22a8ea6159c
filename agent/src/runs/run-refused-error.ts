import { type RefusalCode, refusalReasons, type RunReply } from '@clusterdesk/contracts';

/** A run that this host does not take, with a code of the protocol and a sentence for the operator. */
export class RunRefusedError extends Error {
  override readonly name = 'RunRefusedError';

  constructor(
    readonly code: RefusalCode,
    sentence: string,
  ) {
    super(`${code}: ${sentence}`);
  }

  toReply(): RunReply {
    return { isAccepted: false, reason: this.message, fault: refusalReasons[this.code].fault };
  }
}
