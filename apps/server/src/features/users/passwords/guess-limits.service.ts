import { Injectable } from '@nestjs/common';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { addressKey } from '../../../platform/limits/address-key.js';
import { nameKey } from '../names/user-name.js';

const seconds = 15 * 60;
/** Wrong passwords of one login name from one address: guessing locks out that address alone. */
const fromAddress: RateLimit = { name: 'sign-in-name-address', points: 5, seconds };
/** And from all addresses together, against guesses from many of them. */
const fromAnywhere: RateLimit = { name: 'sign-in-name', points: 50, seconds };
/** The same for devices that are known by the name, and for signed-in users: strangers do not use it up. */
const fromKnown: RateLimit = { name: 'sign-in-name-known', points: 50, seconds };

/** From where a password is tried. */
export interface GuessPlace {
  address: string | undefined;
  /** The device, where it is known for the name: it has a count of its own. */
  deviceId?: string | null;
  /** Tried in a session of the user. */
  isSignedIn?: boolean;
}

/** A try that has been counted. */
export interface CountedGuess {
  /** How many there were from this address, or device, within the period, this one included. */
  tries: number;
  /** It was right: the count of the address, or of the device, starts over. */
  succeeded(): Promise<void>;
  /** It was not tried after all. */
  refund(): Promise<void>;
}

/** Bounds wrong passwords of one login name, at sign-in and as an old password (docs/decisions/guesses-count-by-address.md). */
@Injectable()
export class GuessLimits {
  constructor(private readonly limits: RateLimits) {}

  /** Counts a try before it is made. @throws DomainError 429 when that is one too many */
  async consume(
    userName: string,
    { address, deviceId = null, isSignedIn = false }: GuessPlace,
  ): Promise<CountedGuess> {
    const name = nameKey(userName);
    const pair = `${name} ${deviceId === null ? addressKey(address) : `device ${deviceId}`}`;
    const together = deviceId !== null || isSignedIn ? fromKnown : fromAnywhere;
    const tries = await this.limits.consume(fromAddress, pair);
    try {
      await this.limits.consume(together, name);
    } catch (error) {
      await this.limits.refund(fromAddress, pair);
      throw error;
    }
    return {
      tries,
      succeeded: async () => {
        await this.limits.forget(fromAddress, pair);
        await this.limits.refund(together, name);
      },
      refund: async () => {
        await this.limits.refund(fromAddress, pair);
        await this.limits.refund(together, name);
      },
    };
  }

  /** After a change of the password earlier guesses no longer count. */
  async forget(userName: string): Promise<void> {
    const name = nameKey(userName);
    await this.limits.forgetAll(fromAddress, `${name} `);
    await this.limits.forget(fromAnywhere, name);
    await this.limits.forget(fromKnown, name);
  }
}
