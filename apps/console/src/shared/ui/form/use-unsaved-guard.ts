import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { readToken } from '../../api/session.js';
import { useConfirm } from '../feedback/use-confirm.js';

/**
 * Asks before unsaved work is lost: by a link, the way back, a reload, a closed tab. Nobody is asked where the session is
 * over, because nobody could stay.
 * @param isDirty whether there is something to lose, asked at the moment of leaving
 * @returns what asks before the page itself throws the work away; true: nothing to lose, or let it go
 */
export function useUnsavedGuard(isDirty: () => boolean): () => Promise<boolean> {
  const { t } = useTranslation('common');
  const confirm = useConfirm();
  const latest = useRef(isDirty);
  useEffect(() => {
    latest.current = isDirty;
  });
  const mustAsk = useCallback((): boolean => readToken() !== null && latest.current(), []);
  const ask = useCallback(
    async (): Promise<boolean> =>
      !mustAsk() ||
      confirm({
        title: t('unsavedTitle'),
        hint: t('unsavedHint'),
        okText: t('discard'),
        isDangerous: true,
      }),
    [mustAsk, confirm, t],
  );
  const blocker = useBlocker(mustAsk);
  useEffect(() => {
    if (blocker.state === 'blocked') {
      void ask().then((isLetGo) => (isLetGo ? blocker.proceed() : blocker.reset()));
    }
    // Asked once for each attempt; the blocker is another object at every draw.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (mustAsk()) {
        event.preventDefault();
      }
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [mustAsk]);
  return ask;
}
