import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Part of the transaction that adds a user. */
export type NewUserStep = (manager: EntityManager, userId: string) => Promise<void>;

/** What other features do for a new user; each registers its step at start. */
@Injectable()
export class NewUserSteps {
  private readonly steps: NewUserStep[] = [];

  register(step: NewUserStep): void {
    this.steps.push(step);
  }

  /** Runs what was registered. What it throws undoes the adding. */
  async run(manager: EntityManager, userId: string): Promise<void> {
    for (const step of this.steps) {
      await step(manager, userId);
    }
  }
}
