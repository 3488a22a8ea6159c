import type { DiskItem } from '@clusterdesk/contracts';
import { App } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import {
  NameConflictDialog,
  type NameConflictAnswer,
  type NameConflictQuestion,
} from '../../../../shared/ui/feedback/name-conflict-dialog.js';
import { FolderPickerDialog } from './folder-picker-dialog.js';
import { isWithin } from '../file-names.js';
import {
  moveOrCopyEntries,
  type AskNameConflict,
  type MoveCopyMode,
  type StartCopy,
} from './move-or-copy.js';
import { useMovedToast } from './use-moved-toast.js';

interface OpenQuestion {
  question: NameConflictQuestion;
  answer: (answer: NameConflictAnswer) => void;
}

export interface MoveCopy {
  /** Asks for a folder, then copies or moves there. */
  chooseFolder: (mode: MoveCopyMode, items: readonly DiskItem[]) => void;
  /** Copies or moves to a folder that is known. */
  start: (mode: MoveCopyMode, items: readonly DiskItem[], dir: string) => Promise<void>;
  /** Asks what becomes of a taken name. */
  ask: AskNameConflict;
  dialogs: ReactNode;
}

/** Copying and moving, from the dialog, the clipboard or a drop: one question about taken names, one way to say how it went. */
export function useMoveCopy(
  dir: string,
  startCopy: StartCopy,
  onDone: (dir: string, paths: string[]) => void,
): MoveCopy {
  const { t } = useTranslation('disk');
  const { message } = App.useApp();
  const [choosing, setChoosing] = useState<{
    mode: MoveCopyMode;
    items: readonly DiskItem[];
  } | null>(null);
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  const showMovedToast = useMovedToast();
  const latest = useRef({ dir, startCopy, onDone, showMovedToast });
  useEffect(() => {
    latest.current = { dir, startCopy, onDone, showMovedToast };
  });

  const { ask, start } = useMemo(() => {
    const ask_ = (question: NameConflictQuestion): Promise<NameConflictAnswer> =>
      new Promise((resolve) => {
        const answer = (given: NameConflictAnswer): void => {
          setOpen(null);
          resolve(given);
        };
        setOpen({ question, answer });
      });
    const start_: MoveCopy['start'] = async (mode, items, target) => {
      const inItself = items.find((item) => item.directory && isWithin(target, item.path));
      if (inItself) {
        void message.warning(t('intoItself', { name: inItself.localPath }));
        return;
      }
      try {
        const { startCopy: start } = latest.current;
        const { count, paths } = await moveOrCopyEntries(mode, items, target, ask_, start);
        const now = latest.current;
        if (mode === 'move' && count > 0) {
          const name = target === '/' ? t('myFiles') : target;
          now.showMovedToast(
            t('moved', { count, name }),
            target === now.dir ? null : target,
            paths[0],
          );
        }
        now.onDone(target, paths);
      } catch (error) {
        void message.error(messageOf(error));
      }
    };
    return { ask: ask_, start: start_ };
  }, [message, t]);

  const dialogs = (
    <>
      {choosing && (
        <FolderPickerDialog
          mode={choosing.mode}
          items={choosing.items}
          startDir={dir}
          onChoose={(target) => {
            setChoosing(null);
            void start(choosing.mode, choosing.items, target);
          }}
          onClose={() => setChoosing(null)}
        />
      )}
      {open && (
        <NameConflictDialog
          question={open.question}
          replaceFolder={t('replaceFolder')}
          onAnswer={open.answer}
        />
      )}
    </>
  );
  return { chooseFolder: (mode, items) => setChoosing({ mode, items }), start, ask, dialogs };
}
