import { endpoints } from '@clusterdesk/contracts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { ApiError } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { nameOf, parentOf } from '../../../shared/file-browser/file-names.js';

/** What is at a path of the own disk. */
export type EntryKind = 'folder' | 'file' | 'missing';

/** What a call answers; null where it says that nothing is there. @throws ApiError any other failure */
async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) {
      return null;
    }
    throw error;
  }
}

/** Only a folder has a summary; whether its name is taken tells a file from what is not there. @throws ApiError */
async function findKind(path: string, signal: AbortSignal): Promise<EntryKind> {
  const { summary, checkSameName } = endpoints.disk;
  if (await unlessMissing(call(summary, { path }, signal))) {
    return 'folder';
  }
  const name = { path: parentOf(path), fileName: nameOf(path) };
  const found = await unlessMissing(call(checkSameName, name, signal));
  return found?.sameName ? 'file' : 'missing';
}

const kindOf = (path: string) =>
  queryOptions({
    queryKey: ['shares', 'entryKind', path],
    queryFn: ({ signal }) => findKind(path, signal),
  });

/** What is at each of these paths of the own disk, undefined while that is not known; ask for few, for each is a call or two. */
export const useEntryKinds = (entries: readonly string[]) =>
  useQueries({
    queries: entries.map(kindOf),
    combine: (answers) => ({
      kinds: answers.map(({ data }) => data),
      failed: answers.find(({ error }) => error !== null),
    }),
  });
