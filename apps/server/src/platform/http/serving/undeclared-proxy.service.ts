import { Injectable, Logger } from '@nestjs/common';

/**
 * Whether calls speak in the name of a proxy that nobody declared. With one in front all people are at one address, and share the
 * limits of one. A stranger can say the same: it is told once, as what it may be.
 */
@Injectable()
export class UndeclaredProxy {
  private readonly logger = new Logger('Http');
  private at: Date | null = null;

  /** When the first such call since the start came to this server; null: none did. */
  get seenAt(): Date | null {
    return this.at;
  }

  /** @param address of the peer */
  note(address: string | undefined): void {
    if (this.at) {
      return;
    }
    this.at = new Date();
    this.logger.warn(
      { address },
      'A call named another address (X-Forwarded-For) without the PROXY_SECRET: that is not heeded. If your own proxy stands at the address below, everybody behind it counts as one: set TRUST_PROXY and PROXY_SECRET (deploy/nginx). If none does, somebody made it up, and there is nothing to do. Said once for each start.',
    );
  }
}
