import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { useConfirm } from '../../../shared/ui/use-confirm.js';
import { removeItems, restoreItems, trashedFrom } from '../api/change-files.js';
import type { Picking } from './use-picking.js';

/** Seconds in which one click takes a deletion back; afterwards the trash does. */
const undoSeconds = 8;

/** Deleting, with the question before it and the way back after it. */
export function useRemoving({ resolve, count, clear }: Picking): () => Promise<void> {
  const { t } = useTranslation('disk');
  const { message } = App.useApp();
  const confirm = useConfirm();

  const undo = async (ids: string[]): Promise<void> => {
    try {
      await restoreItems(ids);
      void message.success(t('restored', { count: ids.length }));
    } catch (error) {
      void message.error(messageOf(error));
    }
  };
  const tell = async (paths: readonly string[]): Promise<void> => {
    const key = `removed-${paths[0]}`;
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
  return async () => {
    if (count === 0) {
      void message.warning(t('pickSomething'));
      return;
    }
    try {
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
      if (!isConfirmed) {
        void message.info(t('deleteCancelled'));
        return;
      }
      const paths = items.map((item) => item.path);
      await removeItems(paths);
      clear();
      await tell(paths);
    } catch (error) {
      void message.error(messageOf(error));
    }
  };
}
