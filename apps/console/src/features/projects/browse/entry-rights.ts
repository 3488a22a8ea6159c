import type { ProjectItem } from '@clusterdesk/contracts';
import type { FileEntry } from '../../../shared/file-browser/file-space.js';

/** What the caller may do with an entry that a call of projects listed. What came from elsewhere is left to the server to refuse. */
export function rightsOf(entry: FileEntry): ProjectItem['rights'] {
  return isProjectItem(entry) ? entry.rights : { view: true, edit: true, download: true };
}

const isProjectItem = (entry: FileEntry): entry is ProjectItem => 'rights' in entry;
