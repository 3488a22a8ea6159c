import { ApiError } from '../api/api-error.js';
import { translate } from '../i18n/i18n.js';
import { changesOf, type FileSpace } from './file-space.js';

/** What of a space is known without its code. */
type KnownOfSpace = Pick<FileSpace, 'ref' | 'rootLabel' | 'folderPath'>;

/**
 * A space whose code is fetched when its first call is made: for transfers, which run on every page but seldom in it. It is not for
 * pages: it has no search, and its calls that change something refuse where the real space has none.
 */
export function lateSpace(known: KnownOfSpace, load: () => Promise<FileSpace>): FileSpace {
  let loading: Promise<FileSpace> | null = null;
  const real = (): Promise<FileSpace> => {
    loading ??= load().catch(() => {
      // The next call tries again: the network may be back by then.
      loading = null;
      throw new ApiError(0, 'CONSOLE_CODE_MISSING', translate('common:codeUnavailable'));
    });
    return loading;
  };
  const changes = async () => changesOf(await real());
  return {
    ...known,
    areaLabel: known.rootLabel,
    select: 'one',
    list: async (...input) => (await real()).list(...input),
    summary: async (...input) => (await real()).summary(...input),
    checkName: async (...input) => (await real()).checkName(...input),
    changes: {
      mkdir: async (...input) => (await changes()).mkdir(...input),
      mkdirs: async (...input) => (await changes()).mkdirs(...input),
      rename: async (...input) => (await changes()).rename(...input),
      remove: async (...input) => (await changes()).remove(...input),
      move: async (...input) => (await changes()).move(...input),
      copy: async (...input) => (await changes()).copy(...input),
    },
    reads: {
      download: async (...input) => (await real()).reads.download(...input),
      preview: async (...input) => (await real()).reads.preview(...input),
    },
    searchPath: known.folderPath,
  };
}
