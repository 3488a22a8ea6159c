import { limits } from '@clusterdesk/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useConfirm } from '../../ui/dialog/use-confirm.js';
import { useUndoNotice } from '../../ui/action/use-undo-notice.js';
import { inCalls, removeItems } from '../api/change-files.js';
import { beginTask } from '../api/entry-tasks.js';
import { changesOf, type FileEntry, type FileSpace } from '../file-space.js';
import type { Selection } from '../selection/use-selection.js';
import { useMessages } from '../../ui/messages/messages.js';

export interface Removing {
  remove: () => Promise<void>;
  /** Takes the last deletion back while that is offered. */
  undo: () => void;
  /** The server is deleting: of very many entries that takes a while. */
  isBusy: boolean;
}

/**
 * Deleting, with word of how far it is; one at a time. Where there is a way back it is offered after it, and nothing is asked
 * before: a question that is always answered yes protects nobody. Where there is none, it is asked. Very many are a task of the server.
 */
export function useRemoving(space: FileSpace, { resolve, count, clear }: Selection): Removing {
  const { t } = useTranslation('files');
  const { message } = useMessages();
  const confirm = useConfirm();
  const offerUndo = useUndoNotice();
  const isUnderWay = useRef(false);
  const takeBack = useRef<() => void>(() => undefined);
  const [isBusy, setIsBusy] = useState(false);

  const tell = async (paths: readonly string[]): Promise<void> => {
    const undo = await changesOf(space)
      .undoRemove?.(paths)
      .catch(() => null);
    const [first = ''] = paths;
    const name = first.slice(first.lastIndexOf('/') + 1);
    const text =
      paths.length === 1
        ? t('removedOne', { name: nameInSentence(name) })
        : t('removedMany', { count: paths.length });
    if (!undo) {
      void message.success(text);
      return;
    }
    takeBack.current = offerUndo(text, async () => t('restored', { count: await undo() }));
  };
  const removeAll = async (paths: readonly string[]): Promise<void> => {
    if (paths.length > limits.entriesByCall) {
      for (const part of inCalls(paths)) {
        await beginTask(space.ref, { kind: 'delete', paths: part });
      }
      clear();
      // The way back is the trash: what was deleted before is not meant.
      takeBack.current = () => undefined;
      return;
    }
    const key = `removed-${paths[0]}`;
    const say = (done: number): void =>
      void message.open({
        key,
        type: 'loading',
        duration: 0,
        content: t('deleting', { done, total: paths.length }),
      });
    setIsBusy(true);
    try {
      await removeItems(space, paths, say);
    } finally {
      message.destroy(key);
      setIsBusy(false);
    }
    clear();
    await tell(paths);
  };
  const isMeant = async (items: readonly FileEntry[]): Promise<boolean> => {
    if (items.length <= Math.min(changesOf(space).undoMax ?? 0, limits.entriesByCall)) {
      return true;
    }
    const [first] = items;
    const hint =
      first && items.length === 1
        ? t('deleteOne', { name: nameInSentence(first.localPath) })
        : t('deleteMany', { count: items.length });
    return confirm({ title: t('deleteTitle'), hint, isDangerous: true });
  };
  const remove = async (): Promise<void> => {
    if (isUnderWay.current) {
      return;
    }
    if (count === 0) {
      void message.warning(t('pickSomething'));
      return;
    }
    isUnderWay.current = true;
    try {
      const items = await resolve();
      if (items && (await isMeant(items))) {
        await removeAll(items.map((item) => item.path));
      }
    } catch (error) {
      void message.error(messageOf(error));
    } finally {
      isUnderWay.current = false;
    }
  };
  return { remove, undo: () => takeBack.current(), isBusy };
}
