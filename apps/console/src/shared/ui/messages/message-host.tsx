import { useEffect, useState, type ReactNode } from 'react';
import { lazyComponent } from '../lazy-component.js';
import { onHostWanted } from './messages.js';

/** Milliseconds: then a browser that is never idle fetches the code as well. */
const latestMs = 3_000;

const MessageHolder = lazyComponent(
  async () => (await import('./message-holder.js')).MessageHolder,
);

/** The place of messages: their code is fetched when the page has drawn itself, so that it is there when the network is not. */
export function MessageHost(): ReactNode {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const want = (): void => setIsWanted(true);
    const stop = onHostWanted(want);
    if ('requestIdleCallback' in window) {
      requestIdleCallback(want, { timeout: latestMs });
    } else {
      setTimeout(want, latestMs);
    }
    return stop;
  }, []);
  // It comes again by itself when the network is back.
  return isWanted ? <MessageHolder missing={() => null} /> : null;
}
