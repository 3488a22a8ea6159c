import { useEffect } from 'react';

type Listener = (address: string) => void;
const listeners = new Set<Listener>();

/** Hears of what the user looks at besides the pages whose address says it. @returns what ends the hearing */
export function onVisit(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The user has in front of him what this address stands for, though he may have come there by another: what notices say of it is read.
 * @param address empty: nothing of the kind
 * @param again another value: there is something new to be seen
 */
export function useVisit(address: string, again?: unknown): void {
  useEffect(() => {
    if (address !== '') {
      listeners.forEach((listener) => listener(address));
    }
  }, [address, again]);
}
