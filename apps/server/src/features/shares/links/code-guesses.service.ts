import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';

const bounds = { points: limits.shareWrongCodes, seconds: limits.shareWrongCodesMs / 1_000 };
/** Wrong codes for one link, from any user. */
const ofShare: RateLimit = { name: 'share-code', ...bounds };
/** Wrong codes and unknown links from one user. */
const ofUser: RateLimit = { name: 'share-code-user', ...bounds };

/** Compared with when there is no code, to take the same time; codes contain no blanks. */
const none = ' ';

/**
 * Bounds how often codes are guessed: ten wrong ones for a link, or by a user, within 15 minutes lock further tries for 15
 * minutes (contract: Shares). Counted before they are compared, so that parallel tries get no more.
 */
@Injectable()
export class CodeGuesses {
  constructor(private readonly limits: RateLimits) {}

  /**
   * Counts a try, then compares. A right code refunds only its own try: guesses of others stay counted.
   * @param code null: there is no such link
   * @returns whether the given one is right
   * @throws DomainError 429 when there were too many tries; nothing is compared then
   */
  async compare(
    { userId, shareId }: { userId: string; shareId: string },
    code: string | null,
    given: string,
  ): Promise<boolean> {
    const byUser = await this.limits.consume(ofUser, userId);
    let byShare: number;
    try {
      byShare = await this.limits.consume(ofShare, shareId);
    } catch (error) {
      // Nothing was compared: guesses of others do not count against this user.
      await this.limits.refund(ofUser, userId);
      throw error;
    }
    if (isCodeOf(code, given)) {
      await this.limits.refund(ofUser, userId);
      await this.limits.refund(ofShare, shareId);
      return true;
    }
    // The lock starts with the last wrong code, not with the first.
    if (byUser >= ofUser.points) {
      await this.limits.lock(ofUser, userId);
    }
    if (byShare >= ofShare.points) {
      await this.limits.lock(ofShare, shareId);
    }
    return false;
  }
}

/** Whether a code is a link's, regardless of case. Takes the same time whatever is wrong with it. */
export function isCodeOf(code: string | null, given: string): boolean {
  const isSame = timingSafeEqual(digest(code ?? none), digest(given));
  return isSame && code !== null;
}

/** Of one length for all, so that they can be compared in constant time. */
function digest(code: string): Buffer {
  return createHash('sha256').update(code.trim().toUpperCase()).digest();
}
