import type { ProjectItem } from '@clusterdesk/contracts';
import type { FileEntry } from '../../../shared/file-browser/file-space.js';

/** What the caller may do with an entry that a call of projects listed. What came from elsewhere is left to the server to refuse. */
export function rightsOf(entry: FileEntry): ProjectItem['rights'] {
  return isProjectItem(entry) ? entry.rights : { view: true, edit: true, download: true };
}

/** Who put an entry there that a call of projects listed; null: nobody knows. */
export const putByOf = (entry: FileEntry): ProjectItem['putBy'] =>
  isProjectItem(entry) ? entry.putBy : null;

const isProjectItem = (entry: FileEntry): entry is ProjectItem => 'rights' in entry;
