import { Semaphore } from './concurrency.js';

/** Lets each user have so many of something at a time; others are not kept waiting by it. */
export class UserSemaphore {
  private readonly users = new Map<string, { turns: Semaphore; inUse: number }>();

  constructor(private readonly each: number) {}

  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const user = this.users.get(userId) ?? { turns: new Semaphore(this.each), inUse: 0 };
    this.users.set(userId, user);
    user.inUse += 1;
    try {
      return await user.turns.run(work);
    } finally {
      user.inUse -= 1;
      if (user.inUse === 0) {
        this.users.delete(userId);
      }
    }
  }
}
