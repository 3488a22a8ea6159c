import { answerCodes } from '@clusterdesk/contracts';
import type { DetailedError, HttpResponse } from 'tus-js-client';
import { leaveToLogin } from '../../../../shared/api/session.js';
import { translate } from '../../../../shared/i18n/i18n.js';
import {
  changedProblem,
  isAway,
  isChanged,
  isOutOfStep,
  keptRefusal,
  refusal,
} from './read-problem.js';
import type { UploadEntry } from './upload-engine.js';
import type { UploadProblem } from '../queue/upload-group.js';

/** A fault of the server or a step missed is tried again so often; an absence of the server without end. */
const faultTries = 8;

/** The question where an upload is had no answer of use. */
export class UnansweredError extends Error {
  constructor(readonly response: HttpResponse) {
    super('the server is away');
  }
}

/** Whether all of an upload is there, and only its placing was refused: the server says until when it keeps it. */
export const isKept = (response: HttpResponse): boolean =>
  response.getStatus() >= 400 && Boolean(response.getHeader('Upload-Expires'));

/** Known by its fields: the class itself comes with the library. */
const isDetailed = (error: Error): error is DetailedError => 'originalResponse' in error;

/** What the server said about a failure; a lost answer has status 0. */
export function answerOf(error: Error): {
  status: number;
  code: string | null;
  sentence: string;
  isCreating: boolean;
  isAllKept: boolean;
} {
  const detailed = isDetailed(error) ? error : null;
  const unanswered =
    detailed?.causingError instanceof UnansweredError ? detailed.causingError : null;
  const answer = detailed?.originalResponse ?? unanswered?.response ?? null;
  return {
    status: answer?.getStatus() ?? 0,
    // Set by our server when the body is a sentence for people; the protocol's own refusals have none.
    code: answer?.getHeader('Upload-Error-Code') || null,
    // The answer to HEAD has no body.
    sentence:
      answer?.getBody() || decodeURIComponent(answer?.getHeader('Upload-Error-Message') ?? ''),
    isCreating: detailed?.originalRequest?.getMethod() === 'POST',
    isAllKept: answer !== null && isKept(answer),
  };
}

/** The token that the refused request was sent with. */
const tokenOf = (error: Error): string | null =>
  (isDetailed(error) && error.originalRequest?.getHeader('Authorization')) || null;

/** Says what a failure means: null is worth another try. */
export async function judge(
  error: Error,
  entry: UploadEntry,
  faults: number,
): Promise<UploadProblem | null> {
  const { status, code, sentence, isCreating, isAllKept } = answerOf(error);
  if (status === answerCodes.notSignedIn) {
    leaveToLogin(undefined, tokenOf(error));
  }
  if (code) {
    // The address of what was only just created never came.
    return isAllKept && !isCreating ? keptRefusal(sentence, code) : refusal(sentence, code);
  }
  if (status === 0 && (await isChanged(entry.item))) {
    return changedProblem();
  }
  if (isAway(status, false)) {
    return null;
  }
  const isFault = status >= 500 || isOutOfStep(status, isCreating, false);
  // 460: the bytes arrived damaged and were not kept (tus checksum extension).
  if ((isFault || status === 460) && faults < faultTries) {
    return null;
  }
  return status >= 500
    ? { kind: 'fault', message: translate('transfer:serverFault') }
    : refusal('');
}
