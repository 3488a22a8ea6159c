import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { runBackups, sweepBackups } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { isUuid } from '../../../platform/database/is-uuid.js';
import { noneWhenGone, nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { BackupRuns } from './backup-runs.repository.js';

const ending = '.partial';
/** What nobody worked on for so long is nobody's. */
const restMs = 3_600_000;

/** Finds backups whose task or worker got lost, and removes what they left. */
@Injectable()
export class BackupSweeper implements OnModuleInit {
  constructor(
    private readonly runs: BackupRuns,
    private readonly due: DueWork,
    private readonly tasks: TaskQueue,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.due.watch(sweepBackups, this.runs.staleCondition);
  }

  @OnDue(sweepBackups)
  async sweep(): Promise<void> {
    await this.tasks.add(runBackups, {});
    await this.removeLeft();
  }

  private async removeLeft(): Promise<void> {
    const { backupDir } = this.config;
    const ids = (await readdir(backupDir).catch(noneWhenGone))
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .filter(isUuid);
    const written = new Set(await this.runs.listWritten(ids));
    for (const id of ids.filter((one) => !written.has(one))) {
      const dir = join(backupDir, `${id}${ending}`);
      const found = await stat(dir).catch(nullWhenGone);
      if (found !== null && Date.now() - found.mtimeMs > restMs) {
        await rm(dir, { recursive: true, force: true });
      }
    }
  }
}
