import { answerCodes } from '@clusterdesk/contracts';
import { Semaphore } from './concurrency.js';
import { DomainError } from './http/domain-error.js';

/** After this time a place is likely to be free. */
const retryAfterSeconds = 1;

/** How much of something one user may do. */
export interface UserBounds {
  /** At the same time. */
  each: number;
  /** And how much may wait for its turn. */
  waiting: number;
}

/** Bounds how much of something each user does at a time, and how much waits; other users are not delayed by it. */
export class UserSemaphore {
  private readonly users = new Map<string, { turns: Semaphore; inUse: number }>();

  constructor(
    private readonly bounds: UserBounds,
    private readonly refuse: () => Error = () => new TooManyCallsError(),
  ) {}

  /**
   * @param goneSignal asked for only by what has to wait: aborted when the caller has gone
   * @throws TooManyCallsError or the error given for it, and the signal's reason
   */
  async run<T>(userId: string, work: () => Promise<T>, goneSignal?: () => AbortSignal): Promise<T> {
    const { each, waiting } = this.bounds;
    const user = this.users.get(userId) ?? {
      turns: new Semaphore(each, { maxWaiting: waiting, refuse: this.refuse }),
      inUse: 0,
    };
    this.users.set(userId, user);
    user.inUse += 1;
    try {
      return await user.turns.run(work, goneSignal);
    } finally {
      user.inUse -= 1;
      if (user.inUse === 0) {
        this.users.delete(userId);
      }
    }
  }
}

/** The user has as many calls open as may wait; `details.waitSeconds` says when to try again. */
export class TooManyCallsError extends DomainError {
  constructor() {
    super(
      'CALLS_TOO_MANY',
      answerCodes.tooMany,
      {
        cn: '您同时发出的请求过多，请等待正在进行的操作完成后重试',
        en: 'You have too many requests open at the same time. Wait for those that run, then try again.',
      },
      { waitSeconds: retryAfterSeconds },
    );
  }
}
