import type { ProjectUse } from './capacity.js';

/**
 * Which projects sealed jobs are at work in, and which others. The two kinds are never at work in one project at once: by a pipe, a socket
 * or a lock in its folders a sealed job could tell another what its user may only view, and results would appear while others look on.
 */
export class ProjectUses {
  /** By project: whether those at work are sealed. */
  private readonly atWork = new Map<string, Set<boolean>>();
  /** By project: whether the job is sealed that has waited longest for those of the other kind. Until it starts, no more of these do. */
  private readonly kept = new Map<string, boolean>();

  add(use: ProjectUse | null): void {
    if (use) {
      this.atWork.set(use.id, (this.atWork.get(use.id) ?? new Set()).add(use.isSealed));
    }
  }

  /** Whether a job has to wait for jobs of the other kind in its project. */
  isApart(use: ProjectUse | null): boolean {
    return (
      use !== null &&
      (this.atWork.get(use.id)?.has(!use.isSealed) === true ||
        this.kept.get(use.id) === !use.isSealed)
    );
  }

  /** Keeps the project for the kind of a job that has to wait, unless it is kept already. */
  keep({ id, isSealed }: ProjectUse): void {
    this.kept.set(id, this.kept.get(id) ?? isSealed);
  }

  dropKept(): void {
    this.kept.clear();
  }
}
