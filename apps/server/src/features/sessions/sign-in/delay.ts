import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Delays answers; specs replace it. */
@Injectable()
export class Delay {
  async wait(ms: number): Promise<void> {
    await sleep(ms);
  }
}
