import { answerCodes } from '@clusterdesk/contracts';
import { translate } from '../../../../shared/i18n/i18n.js';
import type { UploadItem, UploadProblem } from '../queue/upload-group.js';

/** The server's code for a name that is in use. */
export const nameTakenCode = 'FILE_NAME_TAKEN';

/** The sentence for a file that is not what was chosen any more, or cannot be read. */
export const changedProblem = (): UploadProblem => ({
  kind: 'changed',
  message: translate('transfer:changed'),
});

/** A refusal with the server's own sentence, which says what to do; `error` is its stable code. */
export const refusal = (message: string, error?: string | null): UploadProblem => ({
  kind: error === nameTakenCode ? 'nameTaken' : 'refused',
  message: message || translate('transfer:uploadRefused'),
});

/** The same after all of the file has come: the server keeps it, and a later try sends nothing twice. */
export function keptRefusal(message: string, error: string | null): UploadProblem {
  const problem = refusal(message, error);
  const reason = problem.message.replace(/[.。]$/, '');
  return problem.kind === 'nameTaken'
    ? problem
    : { kind: 'kept', message: translate('transfer:uploadKept', { reason }) };
}

/**
 * Whether a try that failed with this status is worth repeating: nobody answered (0), or a proxy did for a server that is
 * away. A refusal of the server itself, such as a full disk, comes with a code and is for the user to read.
 */
export const isAway = (status: number, hasCode: boolean): boolean =>
  !hasCode && (status === 0 || (status >= 502 && status <= 504));

/** Whether another request of the same upload was still at work, or the offset was not what the server has. */
export const isOutOfStep = (status: number, isCreating: boolean, hasCode: boolean): boolean =>
  status === answerCodes.locked || (status === answerCodes.conflict && !isCreating && !hasCode);

/**
 * Whether a file is not what was chosen any more. Browsers look at most once, when a request begins to read it, and say
 * nothing of it but that the request failed.
 */
export async function isChanged(
  item: Pick<UploadItem, 'file' | 'reread' | 'sizeBytes' | 'modifiedAt'>,
): Promise<boolean> {
  try {
    await item.file.slice(0, 1).arrayBuffer();
    const now = item.reread ? await item.reread() : item.file;
    return now.size !== item.sizeBytes || now.lastModified !== item.modifiedAt;
  } catch {
    return true;
  }
}
