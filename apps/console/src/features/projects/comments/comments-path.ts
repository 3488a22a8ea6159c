import { paths } from '../../../shared/paths.js';

/**
 * The comments on the entry with this id, wherever it is by then; with a path, an address that stands for that entry by both names. Not
 * among `paths`, which every page fetches: only notices and the comments themselves need it.
 */
export function commentsPath(projectId: string, entryId: string, path?: string): string {
  const place = path === undefined ? paths.project(projectId) : paths.projectEntry(projectId, path);
  return `${place}&comments=${encodeURIComponent(entryId)}`;
}
