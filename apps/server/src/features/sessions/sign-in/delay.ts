import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Holds answers back; specs put a clock of their own in its place. */
@Injectable()
export class Delay {
  async wait(ms: number): Promise<void> {
    await sleep(ms);
  }
}
