import { endpoints } from '@clusterdesk/contracts';
import { useQueries } from '@tanstack/react-query';
import { ApiError } from '../../../shared/api/api-error.js';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** What is at a path of the own disk; undefined: not known (yet). */
export type EntryKind = 'folder' | 'file' | 'missing' | undefined;

const notFound = 404;

/** Only a folder has a summary: a file is refused otherwise than what is not there. */
function kindOf(hasAnswer: boolean, error: unknown): EntryKind {
  if (hasAnswer) {
    return 'folder';
  }
  if (!(error instanceof ApiError)) {
    return undefined;
  }
  return error.error === 'FILE_NOT_A_FOLDER'
    ? 'file'
    : error.code === notFound
      ? 'missing'
      : undefined;
}

/** What is at each of these paths of the own disk; ask for few, for each is a call. */
export const useEntryKinds = (entries: readonly string[]): readonly EntryKind[] =>
  useQueries({
    queries: entries.map((path) => queryOptionsOf(endpoints.disk.summary, { path })),
    combine: (answers) => answers.map(({ data, error }) => kindOf(data !== undefined, error)),
  });
