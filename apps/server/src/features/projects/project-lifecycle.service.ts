import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Called when a user is no longer in a project. Part of the deciding transaction. */
type OnLeft = (manager: EntityManager, projectId: string, userId: string) => Promise<void>;
/** Called when a project is deleted. Part of the deciding transaction. */
type OnDeleted = (manager: EntityManager, projectId: string) => Promise<void>;

/** Features above projects take part in what is decided about them: applications end with what they are about. */
@Injectable()
export class ProjectLifecycle {
  private readonly left: OnLeft[] = [];
  private readonly deleted: OnDeleted[] = [];

  onLeft(listener: OnLeft): void {
    this.left.push(listener);
  }

  onDeleted(listener: OnDeleted): void {
    this.deleted.push(listener);
  }

  async userLeft(manager: EntityManager, projectId: string, userId: string): Promise<void> {
    for (const listener of this.left) {
      await listener(manager, projectId, userId);
    }
  }

  async projectDeleted(manager: EntityManager, projectId: string): Promise<void> {
    for (const listener of this.deleted) {
      await listener(manager, projectId);
    }
  }
}
