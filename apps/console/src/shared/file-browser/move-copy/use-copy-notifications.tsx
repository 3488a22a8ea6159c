import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CopyState } from '@clusterdesk/contracts';
import { useLiveEvent } from '../../live/live-provider.js';
import { joinPath } from '../file-names.js';
import type { FileSpace } from '../file-space.js';
import type { StartCopy } from './move-or-copy.js';
import { useMovedToast } from './use-moved-toast.js';

/** Starts copies, and says where they are once they are done; the page may show another folder by then. */
export function useCopyNotifications(
  space: FileSpace,
  dir: string,
  startCopy: StartCopy,
): StartCopy {
  const { t } = useTranslation('files');
  const showMovedToast = useMovedToast(space);
  /** What this page started, and what was done before the answer to its start came. */
  const known = useRef({ started: new Set<string>(), early: new Map<string, CopyState>() });
  const notify = ({ dir: target, name, entries }: CopyState): void =>
    showMovedToast(
      t('copied', { count: entries, name: target === '/' ? space.rootLabel() : target }),
      target === dir ? null : target,
      joinPath(target, name),
    );
  useLiveEvent('copyProgress', (state) => {
    const { started, early } = known.current;
    if (state.state !== 'done') {
      return;
    }
    if (started.delete(state.copyId)) {
      notify(state);
    } else {
      early.set(state.copyId, state);
    }
  });
  return async (paths, target, operation) => {
    const id = await startCopy(paths, target, operation);
    const { started, early } = known.current;
    const done = early.get(id);
    early.clear();
    if (done) {
      notify(done);
    } else {
      started.add(id);
    }
    return id;
  };
}
