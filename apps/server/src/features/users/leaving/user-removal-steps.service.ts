import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UserRemovalEntity } from './user-removal.entity.js';

/** The user whose things a step clears away. */
export type UserRemoval = Pick<UserRemovalEntity, 'userId' | 'userName' | 'homeKey'>;

/** One thing that is done when a user was deleted. */
export interface UserRemovalStep {
  /** `feature.what`, stable: a removal that an earlier version began is continued by it. */
  readonly name: string;
  /** Steps run in this order: what still writes is stopped before what it writes is put aside. */
  readonly phase: 'stop' | 'archive';
  /**
   * Must tolerate being run again: a process may end between the step and the note that it is done. A step that could not do all
   * throws, and is tried again later.
   */
  run(removal: UserRemoval, signal: AbortSignal): Promise<void>;
}

/** Part of the deletion, before the user's rows go: to read what they say about others. Announces nothing before the commit. */
export type BeforeDeletion = (manager: EntityManager, userId: string) => Promise<void>;

/** What the features of this version do when a user was deleted; each registers its steps at start. */
@Injectable()
export class UserRemovalSteps {
  private readonly steps = new Map<string, UserRemovalStep>();
  private readonly readers: BeforeDeletion[] = [];

  /** Registers what reads something of a user while it is there. */
  beforeDeletion(read: BeforeDeletion): void {
    this.readers.push(read);
  }

  /** Runs what was registered. What it throws undoes the deletion. */
  async readBeforeDeletion(manager: EntityManager, userId: string): Promise<void> {
    for (const read of this.readers) {
      await read(manager, userId);
    }
  }

  register(step: UserRemovalStep): void {
    this.steps.set(step.name, step);
  }

  /** All steps, in their order. */
  list(): UserRemovalStep[] {
    const steps = [...this.steps.values()];
    return [
      ...steps.filter(({ phase }) => phase === 'stop'),
      ...steps.filter(({ phase }) => phase === 'archive'),
    ];
  }
}
