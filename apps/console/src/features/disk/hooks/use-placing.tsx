import type { DiskItem } from '@clusterdesk/contracts';
import { App } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import {
  SameNameDialog,
  type SameNameAnswer,
  type SameNameQuestion,
} from '../../../shared/ui/same-name-dialog.js';
import { PlaceDialog } from '../components/place-dialog.js';
import { isWithin } from '../file-names.js';
import { placeItems, type PlaceMode, type StartCopy } from '../place-items.js';

interface OpenQuestion {
  question: SameNameQuestion;
  answer: (answer: SameNameAnswer) => void;
}

export interface Placing {
  /** Asks for a folder, then copies or moves there. */
  choose: (mode: PlaceMode, items: readonly DiskItem[]) => void;
  /** Copies or moves to a folder that is known. */
  place: (mode: PlaceMode, items: readonly DiskItem[], dir: string) => Promise<void>;
  dialogs: ReactNode;
}

/** Copying and moving, from the dialog, the clipboard or a drop: one question about taken names, one way to say how it went. */
export function usePlacing(
  dir: string,
  startCopy: StartCopy,
  onPlaced: (dir: string, paths: string[]) => void,
): Placing {
  const { t } = useTranslation('disk');
  const { message } = App.useApp();
  const [choosing, setChoosing] = useState<{ mode: PlaceMode; items: readonly DiskItem[] } | null>(
    null,
  );
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  const latest = useRef({ startCopy, onPlaced });
  useEffect(() => {
    latest.current = { startCopy, onPlaced };
  });

  const place = useMemo(() => {
    const ask = (question: SameNameQuestion): Promise<SameNameAnswer> =>
      new Promise((resolve) => {
        const answer = (given: SameNameAnswer): void => {
          setOpen(null);
          resolve(given);
        };
        setOpen({ question, answer });
      });
    return async (mode: PlaceMode, items: readonly DiskItem[], target: string): Promise<void> => {
      const inItself = items.find((item) => item.directory && isWithin(target, item.path));
      if (inItself) {
        void message.warning(t('intoItself', { name: inItself.localPath }));
        return;
      }
      try {
        const { placed, paths } = await placeItems(
          mode,
          items,
          target,
          ask,
          latest.current.startCopy,
        );
        if (mode === 'move' && placed > 0) {
          void message.success(t('moved', { count: placed }));
        }
        latest.current.onPlaced(target, paths);
      } catch (error) {
        void message.error(messageOf(error));
      }
    };
  }, [message, t]);

  const dialogs = (
    <>
      {choosing && (
        <PlaceDialog
          mode={choosing.mode}
          items={choosing.items}
          startDir={dir}
          onChoose={(target) => {
            setChoosing(null);
            void place(choosing.mode, choosing.items, target);
          }}
          onClose={() => setChoosing(null)}
        />
      )}
      {open && (
        <SameNameDialog
          question={open.question}
          replaceFolder={t('replaceFolder')}
          onAnswer={open.answer}
        />
      )}
    </>
  );
  return { choose: (mode, items) => setChoosing({ mode, items }), place, dialogs };
}
