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
import { placeItems, type AskSameName, type PlaceMode, type StartCopy } from '../place-items.js';
import { useSayWhere } from './use-say-where.js';

interface OpenQuestion {
  question: SameNameQuestion;
  answer: (answer: SameNameAnswer) => void;
}

export interface Placing {
  /** Asks for a folder, then copies or moves there. */
  choose: (mode: PlaceMode, items: readonly DiskItem[]) => void;
  /** Copies or moves to a folder that is known. */
  place: (mode: PlaceMode, items: readonly DiskItem[], dir: string) => Promise<void>;
  /** Asks what becomes of a taken name. */
  ask: AskSameName;
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
  const sayWhere = useSayWhere();
  const latest = useRef({ dir, startCopy, onPlaced, sayWhere });
  useEffect(() => {
    latest.current = { dir, startCopy, onPlaced, sayWhere };
  });

  const { ask, place } = useMemo(() => {
    const ask_ = (question: SameNameQuestion): Promise<SameNameAnswer> =>
      new Promise((resolve) => {
        const answer = (given: SameNameAnswer): void => {
          setOpen(null);
          resolve(given);
        };
        setOpen({ question, answer });
      });
    const place_: Placing['place'] = async (mode, items, target) => {
      const inItself = items.find((item) => item.directory && isWithin(target, item.path));
      if (inItself) {
        void message.warning(t('intoItself', { name: inItself.localPath }));
        return;
      }
      try {
        const { startCopy: start } = latest.current;
        const { count, paths } = await placeItems(mode, items, target, ask_, start);
        const now = latest.current;
        if (mode === 'move' && count > 0) {
          const name = target === '/' ? t('myFiles') : target;
          now.sayWhere(t('moved', { count, name }), target === now.dir ? null : target, paths[0]);
        }
        now.onPlaced(target, paths);
      } catch (error) {
        void message.error(messageOf(error));
      }
    };
    return { ask: ask_, place: place_ };
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
  return { choose: (mode, items) => setChoosing({ mode, items }), place, ask, dialogs };
}
