import { Injectable } from '@nestjs/common';

/** How many things of each project wait for a user's decision, by project. */
type Count = (
  userId: string,
  projectIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>;

/** What the lists of projects say of things that are decided elsewhere; approvals register their count. */
@Injectable()
export class AwaitingDecisions {
  private count: Count = () => Promise.resolve(new Map());

  /** Call once, when the module starts. */
  register(count: Count): void {
    this.count = count;
  }

  of(userId: string, projectIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return projectIds.length === 0 ? Promise.resolve(new Map()) : this.count(userId, projectIds);
  }
}
