import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { readToken } from '../../api/session.js';
import { useConfirm } from '../dialog/use-confirm.js';

type Check = () => boolean;

/** What is being edited in the window; null where nobody is signed in, who has nothing to lose. */
const Checks = createContext<Set<Check> | null>(null);

/**
 * Asks before unsaved work is lost: by a link, the way back, a reload, a closed tab. Nobody is asked where the session is
 * over, because nobody could stay. One for all forms: a router lets itself be held by one place.
 */
export function UnsavedWork({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation('common');
  const confirm = useConfirm();
  const [checks] = useState(() => new Set<Check>());
  const mustAsk = useCallback(
    (): boolean => readToken() !== null && [...checks].some((isDirty) => isDirty()),
    [checks],
  );
  const blocker = useBlocker(mustAsk);
  useEffect(() => {
    if (blocker.state === 'blocked') {
      void confirm({
        title: t('unsavedTitle'),
        hint: t('unsavedHint'),
        okText: t('discard'),
        isDangerous: true,
      }).then((isLetGo) => (isLetGo ? blocker.proceed() : blocker.reset()));
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
  return <Checks value={checks}>{children}</Checks>;
}

/**
 * What is edited here is asked about before it is lost.
 * @param isDirty whether there is something to lose, asked at the moment of leaving
 */
export function useUnsavedWork(isDirty: Check): void {
  const checks = use(Checks);
  const latest = useRef(isDirty);
  useEffect(() => {
    latest.current = isDirty;
  });
  useEffect(() => {
    const check: Check = () => latest.current();
    checks?.add(check);
    return () => void checks?.delete(check);
  }, [checks]);
}
