import { useSyncExternalStore } from 'react';
import { serverClock } from './server-clock.js';

/** One timer for everything that counts at the same pace; it runs while something does. */
class Ticks {
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private time = serverClock.now();

  constructor(private readonly everyMs: number) {}

  readonly getTime = (): number => this.time;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) {
      this.time = serverClock.now();
      this.timer = setInterval(() => this.tick(), this.everyMs);
    }
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) {
        clearInterval(this.timer);
      }
    };
  };

  private tick(): void {
    this.time = serverClock.now();
    this.listeners.forEach((listener) => listener());
  }
}

const paces = {
  second: new Ticks(1_000),
  tenSeconds: new Ticks(10_000),
  minute: new Ticks(60_000),
};
const standstill = { subscribe: () => () => undefined, getTime: () => 0 };

/** The server's time, told anew at a pace; null does not count. */
export function useNow(pace: keyof typeof paces | null): number {
  const { subscribe, getTime } = pace ? paces[pace] : standstill;
  return useSyncExternalStore(subscribe, getTime);
}

/** What is said of the server's time: computed at a pace, and drawn only when it changes. */
export function useNowAs(pace: keyof typeof paces, say: (now: number) => string): string {
  const { subscribe, getTime } = paces[pace];
  return useSyncExternalStore(subscribe, () => say(getTime()));
}
