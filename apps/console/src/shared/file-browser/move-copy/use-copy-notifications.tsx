import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import type { CopyState } from '@clusterdesk/contracts';
import { useLiveEvent } from '../../live/connection/live-provider.js';
import { joinPath } from '../file-names.js';
import type { FileSpace } from '../file-space.js';
import type { StartCopy } from './move-or-copy.js';
import { useMovedToast } from './use-moved-toast.js';

/** Taken names make several copies of one act; they end within this time of each other. */
const togetherMs = 600;

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
  /** Copies into one folder that ended together: what was asked for at once is told at once. */
  const ended = useRef(new Map<string, { entries: number; first: string }>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const tell = (): void => {
    ended.current.forEach(({ entries, first }, target) =>
      showMovedToast(
        t('copied', {
          count: entries,
          name: target === '/' ? space.rootLabel() : nameInSentence(target),
        }),
        target === dir ? null : target,
        joinPath(target, first),
      ),
    );
    ended.current.clear();
  };
  const notify = ({ dir: target, name, entries }: CopyState): void => {
    const sum = ended.current.get(target) ?? { entries: 0, first: name };
    ended.current.set(target, { ...sum, entries: sum.entries + entries });
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => latest.current(), togetherMs);
  };
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
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
