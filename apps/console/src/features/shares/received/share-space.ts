import { endpoints, type ShareRow } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { isGone } from '../../../shared/api/api-error.js';
import { favouritesOf } from '../../../shared/file-browser/favourites/favourites-of.js';
import type { FileSpace } from '../../../shared/file-browser/file-space.js';
import { translate } from '../../../shared/i18n/i18n.js';
import { paths } from '../../../shared/paths.js';
import { shareName } from '../share-link.js';
import { personName } from '../../../shared/users/person-name.js';

const spaces = new Map<string, FileSpace>();

/**
 * A folder that is not there may mean that the share is not there: its page asks once more, and says which of the two it is.
 * @throws ApiError as the call
 */
async function orAskForShare<Answer>(id: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isGone(error)) {
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoints.shares.detail, { id }) });
    }
    throw error;
  }
}

/** What stands above the entries of a share: one folder alone stands there itself, so its sharer does. */
const topLabel = (share: ShareRow): string =>
  share.entries === 1 ? personName(share.shareUser) : shareName(share);

/** Transfers name a space on every page, so its labels are of the words that every page has. */
function makeSpace(id: string): FileSpace {
  const known = (): ShareRow | undefined =>
    queryClient.getQueryData(queryKeyOf(endpoints.shares.detail, { id }));
  return {
    ref: { space: 'share', spaceId: id },
    rootLabel: () => {
      const share = known();
      return share ? topLabel(share) : translate('files:space_share');
    },
    areaLabel: () => translate('files:space_share'),
    areaPath: paths.receivedShares,
    select: 'many',
    list: (path, page, signal) =>
      orAskForShare(id, call(endpoints.shares.files, { id, path, ...page }, signal)),
    summary: (path, signal) =>
      orAskForShare(id, call(endpoints.shares.filesSummary, { id, path }, signal)),
    find: async (path, query, signal) => {
      const asked = call(endpoints.shares.search, { id, path, ...query }, signal);
      const { entries, ...found } = await orAskForShare(id, asked);
      return { items: entries, ...found };
    },
    // Only uploads into a drop box ask about names, and nobody is told which are taken there: the platform keeps both.
    checkName: (_, newName) => Promise.resolve({ sameName: false, newName }),
    reads: {
      download: (chosen, async) =>
        call(endpoints.shares.getDownloadPath, { id, paths: chosen, async }),
      preview: (path, signal) => call(endpoints.shares.getPreviewPath, { id, path }, signal),
    },
    favourites: favouritesOf({ space: 'share', spaceId: id }),
    folderPath: (dir) => paths.receivedShare(id, dir),
    searchPath: (dir, key, scope, filter) => paths.receivedSearch(id, dir, key, scope, filter),
  };
}

/** The files of a share as a space that only shows; the same object for the same share. */
export function shareSpace(id: string): FileSpace {
  const space = spaces.get(id) ?? makeSpace(id);
  spaces.set(id, space);
  return space;
}
