import {
  answerCodes,
  endpoints,
  failureSchema,
  uploadResult,
  type UploadResult,
} from '@clusterdesk/contracts';
import { z } from 'zod';
import { ApiError, isServerAway, messageOf } from '../../../../shared/api/api-error.js';
import { commonHeaders } from '../../../../shared/api/call.js';
import { leaveToLogin, readToken } from '../../../../shared/api/session.js';
import { changesOf, type FileSpace } from '../../../../shared/file-browser/file-space.js';
import { Backoff } from '../../../../shared/lib/backoff/backoff.js';
import { changedProblem, isAway, isChanged, refusal } from './read-problem.js';
import {
  operationOf,
  type RunningUnit,
  type UnitEvents,
  type UploadEntry,
} from './upload-engine.js';
import { projectOf, type UploadProblem } from '../queue/upload-group.js';

type Answer =
  | { kind: 'placed'; files: UploadResult['files'] }
  | { kind: 'refused'; problem: UploadProblem }
  | { kind: 'away' };

const envelopeSchema = z.object({
  success: z.boolean(),
  message: z.string().nullable().optional(),
  result: z.unknown(),
});

const filesSchema = uploadResult.pick({ files: true });

const pathOf = ({ item }: UploadEntry): string =>
  item.relativePath ? `${item.relativePath}/${item.fileName}` : item.fileName;

function readAnswer(status: number, text: string, token: string | null): Answer {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's page, or nothing at all.
  }
  const envelope = envelopeSchema.safeParse(body).data;
  if (status === answerCodes.notSignedIn) {
    leaveToLogin(envelope?.message ?? undefined, token);
  }
  if (!envelope) {
    return isAway(status, false) ? { kind: 'away' } : { kind: 'refused', problem: refusal('') };
  }
  const result = envelope.success ? uploadResult.safeParse(envelope.result).data : undefined;
  if (result) {
    return { kind: 'placed', files: result.files };
  }
  const failure = failureSchema.safeParse(envelope.result).data;
  // Not one was placed: the reason of each stands in the details.
  const each = filesSchema.safeParse(failure?.details).data;
  return each
    ? { kind: 'placed', files: each.files }
    : { kind: 'refused', problem: refusal(envelope.message ?? '', failure?.error) };
}

/** The fields come before the files: the server then knows where these go while they come. */
export function formOf(entries: readonly UploadEntry[]): FormData {
  const [first] = entries;
  const form = new FormData();
  form.set('dir', first?.group.dir ?? '/');
  form.set('operation', first ? operationOf(first) : '0');
  Object.entries(first ? projectOf(first.group.space) : {}).forEach(([name, value]) =>
    form.set(name, value),
  );
  form.set('lastModified', entries.map(({ item }) => item.modifiedAt).join(','));
  entries.forEach((entry) => form.append('files', entry.item.file, pathOf(entry)));
  return form;
}

/**
 * Sends files as one form. Sending it again does no harm: a name that is taken by the very same content counts as placed.
 * XMLHttpRequest, since `fetch` tells no progress of what it sends.
 */
function sendForm(
  entries: readonly UploadEntry[],
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api${endpoints.uploads.uploadFolder.path}`);
    const token = readToken();
    Object.entries(commonHeaders(token)).forEach(([name, value]) =>
      request.setRequestHeader(name, value),
    );
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(readAnswer(request.status, request.responseText, token));
    request.onerror = () => resolve({ kind: 'away' });
    request.onabort = () => resolve({ kind: 'away' });
    const abort = (): void => request.abort();
    signal.addEventListener('abort', abort);
    // Each try has its own; a night without a network has thousands.
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(formOf(entries));
  });
}

/** What became of each file, as the answer tells it in the order of the form. */
const readResults = (
  entries: readonly UploadEntry[],
  files: UploadResult['files'],
): (UploadProblem | null)[] =>
  entries.map((_, index) => {
    const answer = files[index];
    return answer && answer.path !== null ? null : refusal(answer?.message ?? '', answer?.error);
  });

async function carry(
  entries: readonly UploadEntry[],
  on: UnitEvents,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff();
  const problems = new Map<UploadEntry, UploadProblem | null>();
  let left = [...entries];
  const totalBytes = entries.reduce((sum, { item }) => sum + item.sizeBytes, 0);
  while (left.length > 0) {
    const answer = await sendForm(
      left,
      (bytes) => {
        on.away(false);
        on.progress(Math.min(totalBytes, bytes));
      },
      signal,
    );
    if (signal.aborted) {
      return;
    }
    if (answer.kind === 'placed') {
      const results = readResults(left, answer.files);
      left.forEach((entry, index) => problems.set(entry, results[index] ?? null));
      break;
    }
    if (answer.kind === 'refused') {
      left.forEach((entry) => problems.set(entry, answer.problem));
      break;
    }
    const changed = await Promise.all(left.map(({ item }) => isChanged(item)));
    left
      .filter((_, index) => changed[index])
      .forEach((entry) => problems.set(entry, changedProblem()));
    left = left.filter((_, index) => !changed[index]);
    if (changed.includes(true)) {
      continue; // That was the reason: the others can go at once.
    }
    on.away(true);
    await backoff.wait(signal);
    if (signal.aborted) {
      return;
    }
  }
  on.end(entries.map((entry) => problems.get(entry) ?? null));
}

/** Uploads many small files in one form; each has an answer of its own. */
export function startBatch(entries: readonly UploadEntry[], on: UnitEvents): RunningUnit {
  const abort = new AbortController();
  carry(entries, on, abort.signal).catch((error: unknown) =>
    on.end(entries.map(() => refusal(messageOf(error)))),
  );
  return { stop: () => abort.abort() };
}

const foldersAtOnce = 5_000;

async function makeFolders(
  space: FileSpace,
  { group, item }: UploadEntry,
  on: UnitEvents,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff();
  const base = group.dir === '/' ? '' : group.dir;
  const paths = (item.folders ?? []).map((path) => `${base}/${path}`);
  for (let index = 0; index < paths.length && !signal.aborted;) {
    try {
      await changesOf(space).mkdirs(paths.slice(index, index + foldersAtOnce), signal);
      index += foldersAtOnce;
      on.away(false);
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!(error instanceof ApiError) || !isServerAway(error)) {
        on.end([refusal(messageOf(error))]);
        return;
      }
      on.away(true);
      await backoff.wait(signal);
    }
  }
  if (!signal.aborted) {
    on.end([null]);
  }
}

/** Creates the empty folders of a folder upload; existing ones stay. */
export function startFolders(space: FileSpace, entry: UploadEntry, on: UnitEvents): RunningUnit {
  const abort = new AbortController();
  void makeFolders(space, entry, on, abort.signal);
  return { stop: () => abort.abort() };
}
