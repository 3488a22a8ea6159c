import { Logger } from '@nestjs/common';
import type { LivePosition } from '@clusterdesk/contracts';
import type { LiveCounter } from './live-counter.js';

/**
 * Tells browsers from time to time how far their rooms are, where something was published since the last time. They notice a lost
 * event by the number of the next one; by this they notice lost last ones. Without browsers nothing is asked.
 */
export class PositionCheck {
  private readonly logger = new Logger('PositionCheck');
  private told: ReadonlyMap<string, LivePosition> = new Map();
  private isChecking = false;

  /** @param listRooms those of this process whose events are numbered */
  constructor(
    private readonly counter: LiveCounter,
    private readonly listRooms: () => string[],
    private readonly tell: (position: LivePosition) => void,
  ) {}

  async check(): Promise<void> {
    const rooms = this.listRooms();
    if (rooms.length === 0 || this.isChecking) {
      return;
    }
    this.isChecking = true;
    try {
      const positions = await this.counter.positions(rooms);
      for (const position of positions) {
        const before = this.told.get(position.audience);
        if (before?.epoch !== position.epoch || before.seq !== position.seq) {
          this.tell(position);
        }
      }
      this.told = new Map(positions.map((position) => [position.audience, position]));
    } catch (error) {
      this.logger.warn({ err: error }, 'The positions of live events could not be read');
    } finally {
      this.isChecking = false;
    }
  }
}
