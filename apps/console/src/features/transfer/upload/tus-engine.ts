import { answerCodes, uploadsPath, type UploadMetadata } from '@clusterdesk/contracts';
import {
  defaultOptions,
  DetailedError,
  Upload,
  type PreviousUpload,
  type UploadOptions,
} from 'tus-js-client';
import { commonHeaders } from '../../../shared/api/call.js';
import { leaveToLogin, readUserId } from '../../../shared/api/session.js';
import { word } from '../../../shared/i18n/i18n.js';
import type { UploadGroup, UploadItem } from './upload-group.js';
import type { RunningUpload, UploadEngine, UploadEvents } from './upload-queue.js';

/** About five minutes of trying; every byte that arrives starts the count anew. */
const retryDelays = [300, 1_000, 2_000, 4_000, 8_000, ...Array<number>(20).fill(15_000)];

/** Up to this size a file travels in the request that announces it: half the round trips for many small files. */
const smallBytes = 4 * 1024 * 1024;

/** What makes two choices of a file the same upload: user, target, name, size, date. */
export function fingerprintOf(userId: string, group: UploadGroup, item: UploadItem): string {
  const { space, projectId } = group.space;
  const { size, lastModified } = item.file;
  return ['clusterdesk', userId, space, projectId ?? '', group.dir, item.relativePath]
    .concat([item.fileName, group.operation, String(size), String(lastModified)])
    .map(encodeURIComponent)
    .join('|');
}

/** This user's uploads that this browser began and did not finish. */
export async function findUnfinishedUploads(): Promise<PreviousUpload[]> {
  const own = `clusterdesk|${encodeURIComponent(readUserId())}|`;
  const all = await defaultOptions.urlStorage.findAllUploads();
  return all.filter((upload) => upload.urlStorageKey.includes(own));
}

function metadataOf(group: UploadGroup, item: UploadItem): Record<string, string> {
  const metadata: UploadMetadata = {
    space: group.space.space,
    dir: group.dir,
    fileName: item.fileName,
    operation: group.operation,
    ...(group.space.projectId ? { projectId: group.space.projectId } : {}),
    ...(item.relativePath ? { relativePath: item.relativePath } : {}),
  };
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
}

const statusOf = (error: Error): number =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : -1;

const isCreation = (error: Error): boolean =>
  error instanceof DetailedError && error.originalRequest.getMethod() === 'POST';

/** Set by our server when the body is a sentence for people; the protocol's own refusals have none. */
const refusalCode = (error: Error): string | null =>
  (error instanceof DetailedError && error.originalResponse?.getHeader('Upload-Error-Code')) ||
  null;

/** Whether trying again may help: the server was away or busy, or another request of this upload was still at work. */
export function mayRetry(status: number, isCreating: boolean, isRefusal: boolean): boolean {
  const isOffsetMismatch = status === answerCodes.conflict && !isCreating && !isRefusal;
  return status === 0 || status >= 500 || status === answerCodes.locked || isOffsetMismatch;
}

/** The sentence for a failed upload, the server's own where it gave one. */
async function problemOf(error: Error, file: File): Promise<string> {
  const status = statusOf(error);
  if (error instanceof DetailedError && refusalCode(error)) {
    return error.originalResponse?.getBody() || word('transfer:uploadRefused');
  }
  if (status > 0) {
    return status >= 500 ? word('transfer:serverAway') : word('transfer:uploadRefused');
  }
  // A file that was moved or changed fails without a status, just as a lost network does.
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false);
  return isReadable ? word('transfer:serverAway') : word('transfer:unreadable');
}

const sharedOptions: UploadOptions = {
  endpoint: uploadsPath,
  retryDelays,
  removeFingerprintOnSuccess: true,
  onBeforeRequest: (request) =>
    Object.entries(commonHeaders()).forEach(([name, value]) => request.setHeader(name, value)),
};

/** Ends an unfinished upload on the server and in the browser's memory; the server drops it by itself after a day anyway. */
export async function discardUpload(previous: PreviousUpload): Promise<void> {
  await defaultOptions.urlStorage.removeUpload(previous.urlStorageKey);
  if (previous.uploadUrl) {
    await Upload.terminate(previous.uploadUrl, { ...sharedOptions, retryDelays: [1_000, 5_000] });
  }
}

function createUpload(group: UploadGroup, item: UploadItem, options: UploadOptions): Upload {
  return new Upload(item.file, {
    ...sharedOptions,
    metadata: metadataOf(group, item),
    fingerprint: () => Promise.resolve(fingerprintOf(readUserId(), group, item)),
    uploadDataDuringCreation: item.file.size <= smallBytes,
    ...options,
  });
}

async function resumeOrStart(upload: Upload, isStopped: () => boolean): Promise<void> {
  const previous = (await upload.findPreviousUploads()).at(-1);
  if (isStopped()) {
    return;
  }
  if (previous) {
    upload.resumeFromPreviousUpload(previous);
  }
  upload.start();
}

/** Uploads over tus: resumable, also after a reload when the same file is chosen again (contract: Personal disk). */
export class TusEngine implements UploadEngine {
  start(group: UploadGroup, item: UploadItem, on: UploadEvents): RunningUpload {
    let isStopped = false;
    const upload = createUpload(group, item, {
      onUploadUrlAvailable: () => on.created(upload.url?.split('/').at(-1) ?? ''),
      onProgress: (loadedBytes) => on.progress(loadedBytes),
      onSuccess: () => on.success(),
      onShouldRetry: (error) =>
        mayRetry(statusOf(error), isCreation(error), refusalCode(error) !== null),
      onError: (error) => {
        if (statusOf(error) === answerCodes.notSignedIn) {
          leaveToLogin();
        }
        void problemOf(error, item.file).then(on.failure);
      },
    });
    resumeOrStart(upload, () => isStopped).catch((error: unknown) =>
      on.failure(error instanceof Error ? error.message : String(error)),
    );
    return {
      stop: () => {
        isStopped = true;
        void upload.abort();
      },
    };
  }

  discard(group: UploadGroup, item: UploadItem): void {
    const forget = async (): Promise<void> => {
      const previous = await createUpload(group, item, {}).findPreviousUploads();
      await Promise.all(previous.map(discardUpload));
    };
    // Nothing depends on it: what stays is swept by the server after a day.
    forget().catch(() => undefined);
  }
}
