import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { refOf, spaceKeyText, type SpaceKey } from '../space-key.js';
import { Trashes } from './trashes.service.js';

/** What happens meanwhile is told together. */
const gatherMs = 300;

/** Tells open windows that a trash looks different now, and with it what its space keeps. */
@Injectable()
export class TrashNews implements OnModuleDestroy {
  private readonly logger = new Logger('TrashNews');
  private readonly due = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly realtime: Realtime,
    private readonly trashes: Trashes,
  ) {}

  onModuleDestroy(): void {
    this.due.forEach((timer) => clearTimeout(timer));
  }

  /** The same where much may happen at once: a few times a second at most. */
  tellSoon(key: SpaceKey): void {
    const text = spaceKeyText(key);
    if (!this.due.has(text)) {
      const tell = (): void => {
        this.due.delete(text);
        void this.tell(key);
      };
      this.due.set(text, setTimeout(tell, gatherMs).unref());
    }
  }

  /** After the fact; never throws. */
  async tell(key: SpaceKey): Promise<void> {
    try {
      const audiences = (await this.trashes.find(key.space)?.audienceOf(key)) ?? [];
      if (audiences.length > 0) {
        this.realtime.publish('trashChanged', audiences, refOf(key));
      }
    } catch (error) {
      this.logger.warn({ err: error, space: spaceKeyText(key) }, 'A trash could not be told of');
    }
  }
}
