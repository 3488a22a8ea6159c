import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Whether a job works in the project, or has worked there and what it made is not noted yet. */
type WorkCheck = (manager: EntityManager, projectId: string) => Promise<boolean>;

/** In which projects jobs work, as the feature that runs them says. */
@Injectable()
export class JobWorkRegistry {
  private check: WorkCheck | undefined;

  /** Call once, when the module starts. */
  register(check: WorkCheck): void {
    this.check = check;
  }

  /** Where nobody runs jobs there is no work. */
  async isWorkedIn(manager: EntityManager, projectId: string): Promise<boolean> {
    return (await this.check?.(manager, projectId)) ?? false;
  }
}
