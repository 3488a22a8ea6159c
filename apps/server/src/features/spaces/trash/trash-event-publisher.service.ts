import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { refOf, spaceKeyText, type SpaceKey } from '../space-key.js';
import { SpaceRegistry } from '../space.js';

/** The least time between two events of one space by `tellSoon`. */
const tellAgainMs = 300;

/** Tells open windows that a trash looks different now, and with it what its space keeps. */
@Injectable()
export class TrashEventPublisher implements OnModuleDestroy {
  private readonly logger = new Logger('TrashEventPublisher');
  private readonly soon = new KeyedThrottle<SpaceKey>(tellAgainMs, (key) => this.tell(key));

  constructor(
    private readonly realtime: Realtime,
    private readonly spaces: SpaceRegistry,
  ) {}

  onModuleDestroy(): void {
    this.soon.close();
  }

  /** The same for frequent changes: a few times a second at most. */
  tellSoon(key: SpaceKey): void {
    this.soon.pass(spaceKeyText(key), key);
  }

  /** After the fact; never throws. */
  async tell(key: SpaceKey): Promise<void> {
    try {
      const audiences = (await this.spaces.find(key.space)?.trashes?.audienceOf(key)) ?? [];
      if (audiences.length > 0) {
        this.realtime.publish('trashChanged', audiences, refOf(key));
      }
    } catch (error) {
      this.logger.warn({ err: error, space: spaceKeyText(key) }, 'A trash could not be told of');
    }
  }
}
