import type { Principal } from '../../../platform/http/access/principal.js';
import { AskAllowance } from './ask-allowance.js';

/** How many live connections one session, and one user in all sessions, may have to one server. */
const maxOfSession = 32;
const maxOfUser = 64;
/** How often a window may ask to be admitted on one connection: a correct one asks once. */
const maxTriesOfConnection = 4;

type Window = Pick<Principal, 'userId' | 'sessionId'>;

/** Counts the live connections of this process, from the moment they are admitted. */
export class OpenWindows {
  private readonly counts = new Map<string, number>();
  private readonly tries = new WeakMap<object, number>();
  private readonly arrivals = new AskAllowance();

  /** Before anything is asked of the database. @returns whether that connection may still ask */
  mayTry(connection: object): boolean {
    const count = (this.tries.get(connection) ?? 0) + 1;
    this.tries.set(connection, count);
    return count <= maxTriesOfConnection;
  }

  /** Takes a place. @returns a function that releases it; null when the session or the user has too many, or connects too often */
  admit({ userId, sessionId }: Window): (() => void) | null {
    const bounds: [key: string, max: number][] = [
      [`session:${sessionId}`, maxOfSession],
      [`user:${userId}`, maxOfUser],
    ];
    if (
      !this.arrivals.take(userId) ||
      bounds.some(([key, max]) => (this.counts.get(key) ?? 0) >= max)
    ) {
      return null;
    }
    const keys = bounds.map(([key]) => key);
    keys.forEach((key) => this.add(key, 1));
    let isTaken = true;
    return () => {
      if (isTaken) {
        isTaken = false;
        keys.forEach((key) => this.add(key, -1));
      }
    };
  }

  private add(key: string, change: 1 | -1): void {
    const count = (this.counts.get(key) ?? 0) + change;
    if (count === 0) {
      this.counts.delete(key);
    } else {
      this.counts.set(key, count);
    }
  }
}
