import { Injectable, Logger } from '@nestjs/common';

/** What a feature does when a user is gone. */
export type RemovalHandler = (userName: string) => Promise<void>;

/** Lets other features clear away what belonged to a deleted user. */
@Injectable()
export class UserRemoval {
  private readonly logger = new Logger('UserRemoval');
  private readonly handlers: RemovalHandler[] = [];

  onRemoved(handler: RemovalHandler): void {
    this.handlers.push(handler);
  }

  /** After the commit. */
  async announce(userName: string): Promise<void> {
    for (const handler of this.handlers) {
      await handler(userName).catch((error: unknown) =>
        this.logger.error({ err: error, userName }, 'A deleted user left something behind'),
      );
    }
  }
}
