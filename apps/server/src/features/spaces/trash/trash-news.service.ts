import { Injectable, Logger } from '@nestjs/common';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { refOf, spaceKeyText, type SpaceKey } from '../space-key.js';
import { Trashes } from './trashes.service.js';

/** Tells open windows that a trash looks different now, and with it what its space keeps. */
@Injectable()
export class TrashNews {
  private readonly logger = new Logger('TrashNews');

  constructor(
    private readonly realtime: Realtime,
    private readonly trashes: Trashes,
  ) {}

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
