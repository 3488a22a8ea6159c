import { answerCodes, endpoints } from '@clusterdesk/contracts';
import { z } from 'zod';
import { ApiError } from '../../../shared/api/api-error.js';
import { commonHeaders } from '../../../shared/api/call.js';
import { leaveToLogin, readToken } from '../../../shared/api/session.js';
import { translate } from '../../../shared/i18n/i18n.js';

const envelopeSchema = z.object({
  success: z.boolean(),
  code: z.number(),
  message: z.string().nullable().optional(),
});

/**
 * Sends an archive, which is checked and restored when all of it is there. XMLHttpRequest, since `fetch` tells no progress of what it
 * sends.
 * @param onProgress bytes that are sent
 * @throws ApiError when it was refused, or the server went away
 */
export function sendArchive(
  file: File,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api${endpoints.backupImports.import.path}`);
    const token = readToken();
    Object.entries(commonHeaders(token)).forEach(([name, value]) =>
      request.setRequestHeader(name, value),
    );
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    const away = (): void =>
      reject(new ApiError(0, 'CONSOLE_SERVER_AWAY', translate('common:serverAway')));
    request.onerror = away;
    request.onabort = away;
    request.onload = () => {
      const envelope = readEnvelope(request.responseText);
      if (request.status === answerCodes.notSignedIn) {
        leaveToLogin(envelope?.message ?? undefined, token);
      }
      if (envelope?.success) {
        resolve(envelope.message ?? '');
      } else {
        reject(
          new ApiError(
            answerCodes.fault,
            'BACKUP_IMPORT_REFUSED',
            envelope?.message || translate('common:unreadableAnswer'),
          ),
        );
      }
    };
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.set('file', file, file.name);
    request.send(form);
  });
}

function readEnvelope(text: string): z.infer<typeof envelopeSchema> | undefined {
  try {
    return envelopeSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // a proxy's page, or nothing at all
  }
}
