import { useCallback, useEffect, useRef, useState } from 'react';
import { readUserId } from '../../../shared/api/session.js';
import type { JobFormValues } from './job-form-values.js';
import { keepJobDraft, readJobDraft } from './job-draft.js';

/** A script may be long: it is written once the user pauses. */
const pauseMs = 400;

interface JobDraft {
  /** What was kept from an earlier time; null: nothing. */
  draft: Partial<JobFormValues> | null;
  /** Whether what is typed is safe here. */
  isKept: boolean;
  /** Whether something is kept now. */
  hasDraft: boolean;
  keep: (values: Partial<JobFormValues>) => void;
  forget: () => void;
}

/** The draft of a new job, kept in this browser. @param isOn false where the form began with another job or a file */
export function useJobDraft(isOn: boolean): JobDraft {
  const [userId] = useState(readUserId);
  const [draft] = useState(() => (isOn ? readJobDraft(localStorage, userId) : null));
  const [isKept, setIsKept] = useState(isOn);
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const waiting = useRef<Partial<JobFormValues> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useCallback((): void => {
    clearTimeout(timer.current);
    if (waiting.current) {
      const isWritten = keepJobDraft(localStorage, userId, waiting.current);
      setIsKept(isWritten);
      setHasDraft(isWritten);
      waiting.current = null;
    }
  }, [userId]);
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);
  const keep = useCallback(
    (values: Partial<JobFormValues>): void => {
      if (isOn) {
        waiting.current = values;
        clearTimeout(timer.current);
        timer.current = setTimeout(write, pauseMs);
      }
    },
    [isOn, write],
  );
  const forget = useCallback((): void => {
    waiting.current = null;
    clearTimeout(timer.current);
    setHasDraft(false);
    if (isOn) {
      keepJobDraft(localStorage, userId, null);
    }
  }, [isOn, userId]);
  return { draft, isKept, hasDraft, keep, forget };
}
