import { describe, expect, it } from '@jest/globals';
import { readSentAt, sendState, writeSentAt } from './countdown.js';

describe('the button that sends a code', () => {
  const sentAt = 1_700_000_000_000;
  it('offers the first send, counts down 60 seconds, then offers another', () => {
    expect(sendState(null, sentAt)).toEqual({ kind: 0 });
    expect(sendState(sentAt, sentAt)).toEqual({ kind: 1, seconds: 60 });
    expect(sendState(sentAt, sentAt + 1)).toEqual({ kind: 1, seconds: 60 });
    expect(sendState(sentAt, sentAt + 59_001)).toEqual({ kind: 1, seconds: 1 });
    expect(sendState(sentAt, sentAt + 60_000)).toEqual({ kind: 2 });
  });
  it('makes nobody wait for a clock that was set back', () => {
    expect(sendState(sentAt, sentAt - 3_600_000)).toEqual({ kind: 2 });
  });
});

describe('what is kept of a send', () => {
  function memory(): Storage {
    const kept = new Map<string, string>();
    return {
      length: 0,
      clear: () => kept.clear(),
      key: () => null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }
  it('comes back for the same purpose only', () => {
    const storage = memory();
    writeSentAt('mobile-old', 5, storage);
    expect(readSentAt('mobile-old', storage)).toBe(5);
    expect(readSentAt('mobile-new', storage)).toBeNull();
  });
  it('is nothing when it makes no sense', () => {
    const storage = memory();
    storage.setItem('codeSentAt:email-old', 'x');
    expect(readSentAt('email-old', storage)).toBeNull();
  });
});
