import type { DiskItem } from '@clusterdesk/contracts';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renameItem } from '../api/change-files.js';
import type { Picking } from './use-picking.js';

export interface Renaming {
  /** The entry whose name is a field now. */
  path: string | null;
  /** Makes the selected entry's name a field; exactly one must be selected (spec part 1 §8). */
  start: () => void;
  /** @throws ApiError, and the field stays open */
  commit: (item: DiskItem, name: string) => Promise<void>;
  cancel: () => void;
}

/** Renaming in place. */
export function useRenaming({ single, count, reveal }: Picking): Renaming {
  const { t } = useTranslation('disk');
  const { message } = App.useApp();
  const [path, setPath] = useState<string | null>(null);
  return {
    path,
    start: () => {
      if (count === 0) {
        void message.warning(t('pickSomething'));
      } else if (!single) {
        void message.warning(t('pickOne'));
      } else {
        setPath(single.path);
      }
    },
    commit: async (item, name) => {
      if (name !== item.localPath) {
        const newPath = await renameItem(item, name);
        setPath(null);
        void message.success(t('renamed'));
        await reveal(newPath);
      } else {
        setPath(null);
      }
    },
    cancel: () => setPath(null),
  };
}
