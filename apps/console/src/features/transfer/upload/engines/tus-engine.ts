import { spaceIdOf, uploadsPath, type UploadMetadata } from '@clusterdesk/contracts';
import type {
  HttpRequest,
  HttpResponse,
  PreviousUpload,
  Upload,
  UploadOptions,
} from 'tus-js-client';
import { commonHeaders } from '../../../../shared/api/call.js';
import { readUserId } from '../../../../shared/api/session.js';
import { Backoff } from '../../../../shared/lib/backoff/backoff.js';
import { isAway, isChanged, refusal } from './read-problem.js';
import { answerOf, isKept, judge, UnansweredError } from './tus-failure.js';
import {
  operationOf,
  type RunningUnit,
  type UnitEvents,
  type UploadEntry,
} from './upload-engine.js';

/** The library, fetched by the first upload that needs it. */
type Tus = typeof import('tus-js-client');
const loadTus = (): Promise<Tus> => import('tus-js-client');

/** Up to this size a file travels in the request that announces it: half the round trips for many small files. */
const smallBytes = 4 * 1024 * 1024;

/** What makes two choices of a file the same upload: user, target, name, operation, size, date. */
export function fingerprintOf(userId: string, { group, item }: UploadEntry): string {
  const { sizeBytes, modifiedAt } = item;
  const operation = operationOf({ group, item });
  return ['clusterdesk', userId, group.space.space, spaceIdOf(group.space), group.dir]
    .concat([item.relativePath, item.fileName, operation, String(sizeBytes), String(modifiedAt)])
    .map(encodeURIComponent)
    .join('|');
}

/** This user's uploads over tus that this browser began and did not finish. */
export async function findUnfinishedUploads(): Promise<PreviousUpload[]> {
  const own = `clusterdesk|${encodeURIComponent(readUserId())}|`;
  const { defaultOptions } = await loadTus();
  const all = await defaultOptions.urlStorage.findAllUploads();
  return all.filter((upload) => upload.urlStorageKey.includes(own));
}

export function metadataOf({ group, item }: UploadEntry): Record<string, string> {
  const metadata: UploadMetadata = {
    ...group.space,
    dir: group.dir,
    fileName: item.fileName,
    operation: operationOf({ group, item }),
    lastModified: item.modifiedAt,
    ...(item.relativePath ? { relativePath: item.relativePath } : {}),
  };
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
}

const addHeaders = (request: HttpRequest): void =>
  Object.entries(commonHeaders()).forEach(([name, value]) => request.setHeader(name, value));

/**
 * The library would begin anew when the question where the upload is finds the server away, or an upload that is whole and
 * may still not be placed.
 */
function checkPresence(request: HttpRequest, response: HttpResponse): void {
  if (request.getMethod() === 'HEAD' && (response.getStatus() >= 500 || isKept(response))) {
    throw new UnansweredError(response);
  }
}

const sharedOptions: UploadOptions = {
  endpoint: uploadsPath,
  // The tries are counted here, not by the library: it cannot wait for the network, nor look at the file in between.
  retryDelays: null as unknown as number[],
  removeFingerprintOnSuccess: true,
  onBeforeRequest: addHeaders,
  onAfterResponse: checkPresence,
};

/** Ends an unfinished upload on the server and in the browser's storage; the server drops it by itself after a day anyway. */
export async function discardUpload(previous: PreviousUpload): Promise<void> {
  const { defaultOptions, Upload } = await loadTus();
  await defaultOptions.urlStorage.removeUpload(previous.urlStorageKey);
  if (previous.uploadUrl) {
    await Upload.terminate(previous.uploadUrl, { ...sharedOptions, retryDelays: [1_000, 5_000] });
  }
}

/** The file is not what was chosen any more; nothing more of it is sent. */
class ChangedError extends Error {}

/**
 * How much to send before the last byte. The last one goes in a request of its own, after another look at the file: until
 * it has come nothing is placed, so what changed on the way never is.
 */
const beforeLast = (sizeBytes: number, offset: number): number =>
  Math.max(1, sizeBytes - 1 - offset);

function createUpload(tus: Tus, entry: UploadEntry, options: UploadOptions): Upload {
  return new tus.Upload(entry.item.file, {
    ...sharedOptions,
    metadata: metadataOf(entry),
    fingerprint: () => Promise.resolve(fingerprintOf(readUserId(), entry)),
    uploadDataDuringCreation: entry.item.sizeBytes <= smallBytes,
    ...options,
  });
}

/** Forgets what the server and the browser hold of an unfinished file. */
export async function discardTus(entry: UploadEntry): Promise<void> {
  const previous = await createUpload(await loadTus(), entry, {}).findPreviousUploads();
  await Promise.all(previous.map(discardUpload));
}

/** One try: goes on from where the server is, or starts. Null: done; otherwise what went wrong. */
async function tryOnce(
  entry: UploadEntry,
  on: UnitEvents,
  signal: AbortSignal,
): Promise<Error | null> {
  let tus: Tus;
  try {
    tus = await loadTus();
  } catch (error) {
    // As without a network, which is the usual reason: tried again.
    return error instanceof Error ? error : new Error(String(error));
  }
  return new Promise((resolve) => {
    const { sizeBytes } = entry.item;
    const upload = createUpload(tus, entry, {
      chunkSize: beforeLast(sizeBytes, 0),
      onBeforeRequest: async (request) => {
        addHeaders(request);
        if (request.getMethod() === 'PATCH' && (await isChanged(entry.item))) {
          throw new ChangedError();
        }
      },
      onAfterResponse: (request, response) => {
        checkPresence(request, response);
        const offset = Number(response.getHeader('Upload-Offset'));
        if (request.getMethod() === 'HEAD' && offset > 0) {
          upload.options.chunkSize = beforeLast(sizeBytes, offset);
        }
      },
      onUploadUrlAvailable: () => on.created(upload.url?.split('/').at(-1) ?? ''),
      onProgress: (loadedBytes) => {
        on.away(false);
        on.progress(loadedBytes);
      },
      onSuccess: () => end(null),
      onError: (error) => end(error),
    });
    const abort = (): void => void upload.abort();
    // Each try has its own; a night without a network has thousands.
    const end = (error: Error | null): void => {
      signal.removeEventListener('abort', abort);
      resolve(error);
    };
    signal.addEventListener('abort', abort);
    upload
      .findPreviousUploads()
      .then((previous) => {
        const last = previous.at(-1);
        if (last) {
          upload.resumeFromPreviousUpload(last);
        }
        if (!signal.aborted) {
          upload.start();
        }
      })
      .catch(end);
  });
}

async function carry(entry: UploadEntry, on: UnitEvents, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff();
  let faults = 0;
  let lastBytes = 0;
  const watched: UnitEvents = {
    ...on,
    progress: (bytes) => {
      // Every byte that gets further than before starts the count of tries anew.
      if (bytes > lastBytes) {
        lastBytes = bytes;
        faults = 0;
        backoff.reset();
      }
      on.progress(bytes);
    },
  };
  for (;;) {
    const error = await tryOnce(entry, watched, signal);
    if (signal.aborted) {
      return;
    }
    if (!error) {
      on.end([null]);
      return;
    }
    const problem = await judge(error, entry, faults);
    if (problem) {
      if (problem.kind === 'changed') {
        // Half of one state and half of another must never be placed.
        await discardTus(entry).catch(() => undefined);
      }
      on.end([problem]);
      return;
    }
    faults += isAway(answerOf(error).status, false) ? 0 : 1;
    on.away(true);
    await backoff.wait(signal);
  }
}

/** Uploads a file over tus: resumable, also after a reload when the same file is chosen again (contract: Personal disk). */
export function startTus(entry: UploadEntry, on: UnitEvents): RunningUnit {
  const abort = new AbortController();
  carry(entry, on, abort.signal).catch((error: unknown) =>
    on.end([refusal(error instanceof Error ? error.message : String(error))]),
  );
  return { stop: () => abort.abort() };
}
