import { useCallback, useEffect, useState } from 'react';

/** Code that is fetched when it is first wanted, once; what could not be fetched is tried again by whoever wants it next. */
export class CodeSlot<Code> {
  /** Null until it is here. */
  code: Code | null = null;

  constructor(private readonly load: () => Promise<Code>) {}

  /** Null: it cannot be had, without a network or because another build has other files. */
  async fetch(): Promise<Code | null> {
    try {
      this.code ??= await this.load();
    } catch {
      // Whoever wants it says so in its place.
    }
    return this.code;
  }
}

/** Code that is drawn as soon as it is here; where it could not be had it is fetched again when the network is back. */
export function useCode<Code>(slot: CodeSlot<Code>): {
  code: Code | null;
  /** It was tried, and cannot be had. */
  isMissing: boolean;
  again: () => Promise<void>;
} {
  const [state, setState] = useState({ code: slot.code, isMissing: false });
  const again = useCallback(async (): Promise<void> => {
    const code = await slot.fetch();
    setState({ code, isMissing: code === null });
  }, [slot]);
  const isHere = state.code !== null;
  useEffect(() => {
    if (isHere) {
      return undefined;
    }
    const onOnline = (): void => void again();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isHere, again]);
  return { ...state, again };
}
