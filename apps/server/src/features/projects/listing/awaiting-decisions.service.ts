import { Injectable } from '@nestjs/common';

/** How many applications of one project wait: for a user's decision, and the user's own. */
export interface Awaiting {
  awaitingMe: number;
  ownPending: number;
}

/** These of each project, by project; projects without any may be left out. */
type Count = (
  userId: string,
  projectIds: readonly string[],
) => Promise<ReadonlyMap<string, Awaiting>>;

/** What the lists of projects say of things that are decided elsewhere; approvals register their count. */
@Injectable()
export class AwaitingDecisions {
  private count: Count = () => Promise.resolve(new Map());

  /** Call once, when the module starts. */
  register(count: Count): void {
    this.count = count;
  }

  of(userId: string, projectIds: readonly string[]): Promise<ReadonlyMap<string, Awaiting>> {
    return projectIds.length === 0 ? Promise.resolve(new Map()) : this.count(userId, projectIds);
  }
}
