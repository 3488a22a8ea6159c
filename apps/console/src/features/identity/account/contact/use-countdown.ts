import { useEffect, useState } from 'react';
import { readSentAt, resendMs, sendState, writeSentAt, type SendState } from './countdown.js';

const tickMs = 250;

/** The state of a send button for one purpose, and how to start its 60 seconds, or what the server says is left of them. */
export function useCountdown(purpose: string): {
  state: SendState;
  start: (waitMs?: number) => void;
} {
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
  const start = (waitMs = resendMs): void => {
    const time = Date.now();
    const sent = time - (resendMs - waitMs);
    writeSentAt(purpose, sent);
    setNow(time);
    setSentAt(sent);
  };
  return { state, start };
}
