import { useEffect, useState } from 'react';
import { readSentAt, sendState, writeSentAt, type SendState } from './countdown.js';

const tickMs = 250;

/** The state of a send button for one purpose, and how to start its 60 seconds. */
export function useCountdown(purpose: string): { state: SendState; start: () => void } {
  const [sentAt, setSentAt] = useState(() => readSentAt(purpose));
  const [now, setNow] = useState(() => Date.now());
  const state = sendState(sentAt, now);
  const isCounting = state.kind === 1;
  useEffect(() => {
    if (!isCounting) {
      return undefined;
    }
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isCounting]);
  const start = (): void => {
    const time = Date.now();
    writeSentAt(purpose, time);
    setNow(time);
    setSentAt(time);
  };
  return { state, start };
}
