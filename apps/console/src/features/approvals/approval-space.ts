import { endpoints } from '@clusterdesk/contracts';
import { call } from '../../shared/api/call.js';
import type { FileSpace } from '../../shared/file-browser/file-space.js';
import { translate } from '../../shared/i18n/i18n.js';
import { paths } from '../../shared/paths.js';

const spaces = new Map<string, FileSpace>();

/** The content of an approval has no page of its own: the project's shows its files. */
const notBrowsed = (): Promise<never> =>
  Promise.reject(new Error('What was approved is downloaded as a whole, and not browsed.'));

function makeSpace(id: string): FileSpace {
  return {
    ref: { space: 'approval', spaceId: id },
    rootLabel: () => translate('files:space_approval'),
    areaLabel: () => translate('files:space_approval'),
    areaPath: paths.approvals,
    select: 'one',
    list: notBrowsed,
    summary: notBrowsed,
    checkName: notBrowsed,
    reads: {
      // Whatever is asked for again, it is all that was approved.
      download: (_, async) => call(endpoints.approvals.download, { id, async }),
      preview: notBrowsed,
    },
    folderPath: () => paths.approval(id),
    searchPath: () => paths.approval(id),
  };
}

/** What was approved, for the transfers that fetch it; the same object for the same application. */
export function approvalSpace(id: string): FileSpace {
  const space = spaces.get(id) ?? makeSpace(id);
  spaces.set(id, space);
  return space;
}
