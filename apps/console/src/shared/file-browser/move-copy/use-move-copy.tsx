import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { messageOf } from '../../api/api-error.js';
import type {
  NameConflictAnswer,
  NameConflictQuestion,
} from '../../ui/dialog/name-conflict-dialog.js';
import { lazyComponent } from '../../ui/lazy-component.js';
import { isWithin, parentOf } from '../file-names.js';
import {
  moveOrCopyEntries,
  type AskNameConflict,
  type MoveCopyMode,
  type StartCopy,
} from './move-or-copy.js';
import { useMovedToast } from './use-moved-toast.js';
import type { FileEntry, FileSpace } from '../file-space.js';
import { useMessages } from '../../ui/messages/messages.js';

const FolderPickerDialog = lazyComponent(
  async () => (await import('./folder-picker-dialog.js')).FolderPickerDialog,
);
const NameConflictDialog = lazyComponent(
  async () => (await import('../../ui/dialog/name-conflict-dialog.js')).NameConflictDialog,
);

const calledOff: NameConflictAnswer = { choice: 'cancel', isForAll: true };

interface OpenQuestion {
  question: NameConflictQuestion;
  answer: (answer: NameConflictAnswer) => void;
}

export interface MoveCopy {
  /** Asks for a folder, then copies or moves there. */
  chooseFolder: (mode: MoveCopyMode, items: readonly FileEntry[]) => void;
  /** Copies or moves to a folder that is known. */
  start: (mode: MoveCopyMode, items: readonly FileEntry[], dir: string) => Promise<void>;
  /** Asks what becomes of a taken name. */
  ask: AskNameConflict;
  dialogs: ReactNode;
}

const pickerWords = {
  copy: { title: 'copyTitle', okText: 'copyHere' },
  move: { title: 'moveTitle', okText: 'moveHere' },
  save: { title: 'saveTitle', okText: 'saveHere' },
} as const;

/** Copying and moving, from the dialog, the clipboard or a drop: one question about taken names, one way to say how it went. */
export function useMoveCopy(
  space: FileSpace,
  dir: string,
  startCopy: StartCopy,
  onDone: (dir: string, paths: string[]) => void,
): MoveCopy {
  const { t } = useTranslation('files');
  const { message } = useMessages();
  const [choosing, setChoosing] = useState<{
    mode: MoveCopyMode;
    items: readonly FileEntry[];
  } | null>(null);
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  /** One question at a time, whatever else is being moved, copied or renamed meanwhile. */
  const lastQuestion = useRef<Promise<unknown>>(Promise.resolve());
  const showMovedToast = useMovedToast(space);
  /** Null once the folder has been left: nobody is there to be asked. */
  const callOff = useRef<((answer: NameConflictAnswer) => void) | null>(null);
  useEffect(() => {
    callOff.current = () => undefined;
    return () => {
      callOff.current?.(calledOff);
      callOff.current = null;
    };
  }, []);
  const latest = useRef({ dir, startCopy, onDone, showMovedToast });
  useEffect(() => {
    latest.current = { dir, startCopy, onDone, showMovedToast };
  });

  const { ask, start } = useMemo(() => {
    const show = (question: NameConflictQuestion): Promise<NameConflictAnswer> =>
      new Promise((resolve) => {
        const answer = (given: NameConflictAnswer): void => {
          setOpen(null);
          resolve(given);
        };
        if (callOff.current === null) {
          resolve(calledOff);
          return;
        }
        callOff.current = resolve;
        setOpen({ question, answer });
      });
    const ask_ = (question: NameConflictQuestion): Promise<NameConflictAnswer> => {
      const answered = lastQuestion.current.then(() => show(question));
      lastQuestion.current = answered;
      return answered;
    };
    const start_: MoveCopy['start'] = async (mode, items, target) => {
      const inItself =
        mode !== 'save' && items.find((item) => item.directory && isWithin(target, item.path));
      if (inItself) {
        void message.warning(t('intoItself', { name: nameInSentence(inItself.localPath) }));
        return;
      }
      try {
        const { startCopy: start } = latest.current;
        const { count, paths } = await moveOrCopyEntries(space, mode, items, target, ask_, start);
        const now = latest.current;
        if (mode === 'move' && count > 0) {
          const name = target === '/' ? space.rootLabel() : nameInSentence(target);
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
  }, [space, message, t]);

  const picker = choosing && {
    ...pickerWords[choosing.mode],
    folders: new Set(choosing.items.filter((item) => item.directory).map(({ path }) => path)),
    problemOf: (target: string): string | null => {
      if (choosing.mode === 'save') {
        return null;
      }
      const isHome = choosing.items.every((item) => parentOf(item.path) === target);
      if (choosing.mode === 'move' && isHome) {
        return t('alreadyThere');
      }
      const isInItself = choosing.items.some(
        (item) => item.directory && isWithin(target, item.path),
      );
      return isInItself ? t('insideItself') : null;
    },
  };
  const dialogs = (
    <>
      {choosing && picker && (
        <FolderPickerDialog
          space={space}
          title={t(picker.title, { count: choosing.items.length })}
          okText={t(picker.okText)}
          isClosed={(path) => picker.folders.has(path)}
          problemOf={picker.problemOf}
          startDir={dir}
          onPick={(target) => {
            setChoosing(null);
            void start(choosing.mode, choosing.items, target);
          }}
          onClose={() => setChoosing(null)}
          onMissing={() => setChoosing(null)}
        />
      )}
      {open && (
        <NameConflictDialog
          key={open.question.name}
          question={open.question}
          replaceFolder={t('replaceFolder')}
          onAnswer={open.answer}
          onMissing={() => open.answer(calledOff)}
        />
      )}
    </>
  );
  return { chooseFolder: (mode, items) => setChoosing({ mode, items }), start, ask, dialogs };
}
