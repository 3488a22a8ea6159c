import type { DiskItem } from '@clusterdesk/contracts';
import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import type { PlaceMode } from '../place-items.js';
import { holdFiles, useHeldFiles } from './files-clipboard.js';
import type { Picking } from './use-picking.js';
import type { Placing } from './use-placing.js';

export interface ClipboardActions {
  hold: (mode: PlaceMode) => void;
  paste: () => void;
  canPaste: boolean;
  /** Lets go of what Ctrl+X took. True when there was something. */
  letGo: () => boolean;
  cut: ReadonlySet<string>;
}

/** Ctrl+C, Ctrl+X and Ctrl+V of entries. */
export function useClipboardActions(
  dir: string,
  picking: Picking,
  placing: Placing,
): ClipboardActions {
  const { t } = useTranslation('disk');
  const { message } = App.useApp();
  const held = useHeldFiles();
  const cut = useMemo(
    () => new Set(held?.mode === 'move' ? held.items.map((item: DiskItem) => item.path) : []),
    [held],
  );
  const hold = (mode: PlaceMode): void => {
    if (picking.count === 0) {
      void message.warning(t('pickSomething'));
      return;
    }
    picking.resolve().then(
      (items) => {
        if (!items) {
          return;
        }
        holdFiles({ mode, items });
        const text = mode === 'copy' ? 'heldCopy' : 'heldMove';
        void message.info(t(text, { count: items.length }));
      },
      (error: unknown) => message.error(messageOf(error)),
    );
  };
  const paste = (): void => {
    if (!held) {
      void message.info(t('nothingHeld'));
      return;
    }
    if (held.mode === 'move') {
      holdFiles(null);
    }
    void placing.place(held.mode, held.items, dir);
  };
  const letGo = (): boolean => {
    holdFiles(null);
    return held !== null && held.mode === 'move';
  };
  return { hold, paste, canPaste: held !== null, letGo, cut };
}
