import { type RefusalCode, refusalReasons, type RunScriptReply } from '@clusterdesk/contracts';

/** A job that this host does not run, with a code of the protocol and a sentence for the operator. */
export class JobRefusedError extends Error {
  override readonly name = 'JobRefusedError';
  constructor(
    readonly code: RefusalCode,
    sentence: string,
  ) {
    super(`${code}: ${sentence}`);
  }

  toReply(): RunScriptReply {
    return { isAccepted: false, reason: this.message, fault: refusalReasons[this.code].fault };
  }
}
