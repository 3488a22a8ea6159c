import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What a feature does with its rows that came from a backup, in the transaction in which they come. */
type RestoredStep = (manager: EntityManager) => Promise<void>;

/** Rows of a backup say what was true when it was taken: features register what has to be ended of it. */
@Injectable()
export class AfterRestoring {
  private readonly steps: RestoredStep[] = [];

  register(step: RestoredStep): void {
    this.steps.push(step);
  }

  /** What one throws undoes the restoring. */
  async run(manager: EntityManager): Promise<void> {
    for (const step of this.steps) {
      await step(manager);
    }
  }
}
