import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { setClipboard, useClipboard, type FilesClipboard } from './files-clipboard.js';
import type { Selection } from '../selection/use-selection.js';
import type { MoveCopy } from '../move-copy/use-move-copy.js';
import { spaceKeyOf, type FileEntry, type FileSpace } from '../file-space.js';
import { useMessages } from '../../ui/messages/messages.js';

export interface ClipboardActions {
  copyOrCut: (mode: FilesClipboard['mode']) => void;
  paste: () => void;
  canPaste: boolean;
  /** Empties the clipboard if it holds entries of Ctrl+X. True when there were some. */
  clearCut: () => boolean;
  cut: ReadonlySet<string>;
}

/** Ctrl+C, Ctrl+X and Ctrl+V of entries. */
export function useClipboardActions(
  space: FileSpace,
  dir: string,
  selection: Selection,
  moveCopy: MoveCopy,
): ClipboardActions {
  const { t } = useTranslation('files');
  const { message } = useMessages();
  const spaceKey = spaceKeyOf(space.ref);
  const clipboard = useClipboard();
  const content = clipboard?.spaceKey === spaceKey ? clipboard : null;
  const cut = useMemo(
    () =>
      new Set(content?.mode === 'move' ? content.items.map((item: FileEntry) => item.path) : []),
    [content],
  );
  const copyOrCut = (mode: FilesClipboard['mode']): void => {
    if (selection.count === 0) {
      void message.warning(t('pickSomething'));
      return;
    }
    selection.resolve().then(
      (items) => {
        if (!items) {
          return;
        }
        setClipboard({ spaceKey, mode, items });
        const text = mode === 'copy' ? 'clipboardCopied' : 'clipboardCut';
        void message.info(t(text, { count: items.length }));
      },
      (error: unknown) => message.error(messageOf(error)),
    );
  };
  const paste = (): void => {
    if (!content) {
      void message.info(t('clipboardEmpty'));
      return;
    }
    if (content.mode === 'move') {
      setClipboard(null);
    }
    void moveCopy.start(content.mode, content.items, dir);
  };
  const clearCut = (): boolean => {
    setClipboard(null);
    return content !== null && content.mode === 'move';
  };
  return { copyOrCut, paste, canPaste: content !== null, clearCut, cut };
}
