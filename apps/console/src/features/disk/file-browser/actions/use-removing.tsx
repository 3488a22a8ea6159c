import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { useConfirm } from '../../../../shared/ui/feedback/use-confirm.js';
import { removeItems, restoreItems, trashedFrom } from '../api/change-files.js';
import type { Selection } from '../selection/use-selection.js';

/** Seconds in which one click takes a deletion back; afterwards the trash does. */
const undoSeconds = 8;

export interface Removing {
  remove: () => Promise<void>;
  /** The server is deleting: of very many entries that takes a while. */
  isBusy: boolean;
}

/** Deleting, with the question before it, word of how far it is, and the way back after it; one at a time. */
export function useRemoving({ resolve, count, clear }: Selection): Removing {
  const { t } = useTranslation('disk');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);

  const undo = async (ids: string[]): Promise<void> => {
    try {
      await restoreItems(ids);
      void message.success(t('restored', { count: ids.length }));
    } catch (error) {
      void message.error(messageOf(error));
    }
  };
  const tell = async (key: string, paths: readonly string[]): Promise<void> => {
    const ids = await trashedFrom(paths).catch(() => []);
    const back = (
      <Button
        type="link"
        size="small"
        onClick={() => {
          message.destroy(key);
          void undo(ids);
        }}
      >
        {t('undo')}
      </Button>
    );
    void message.open({
      key,
      type: 'success',
      duration: ids.length > 0 ? undoSeconds : 3,
      content: (
        <>
          {t('deleted')}
          {ids.length > 0 && back}
        </>
      ),
    });
  };
  const removeAll = async (paths: readonly string[]): Promise<void> => {
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
      await removeItems(paths, say);
    } catch (error) {
      message.destroy(key);
      throw error;
    } finally {
      setIsBusy(false);
    }
    clear();
    await tell(key, paths);
  };
  const askAndRemove = async (): Promise<void> => {
    const items = await resolve();
    if (!items) {
      return;
    }
    const [first] = items;
    const isConfirmed = await confirm({
      title: t('deleteTitle'),
      hint:
        first && items.length === 1
          ? t('deleteOne', { name: first.localPath })
          : t('deleteMany', { count: items.length }),
      isDangerous: true,
    });
    if (isConfirmed) {
      await removeAll(items.map((item) => item.path));
    } else {
      void message.info(t('deleteCancelled'));
    }
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
      await askAndRemove();
    } catch (error) {
      void message.error(messageOf(error));
    } finally {
      isUnderWay.current = false;
    }
  };
  return { remove, isBusy };
}
