import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { runBackups, sweepBackups } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { isUuid } from '../../../platform/database/is-uuid.js';
import { noneWhenGone, nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { runSweep } from '../../spaces/tasks/run-sweep.js';
import { RestoringRecovery } from '../restoring/restoring-recovery.service.js';
import { BackupRuns } from './backup-runs.repository.js';

const ending = '.partial';
/** What is known to nobody is an import under way, until nobody worked on it for so long. */
const restMs = 3_600_000;

/** Finds backups and restorings whose task or worker got lost, and removes what backups left. */
@Injectable()
export class BackupSweeper implements OnModuleInit {
  private readonly logger = new Logger('BackupSweeper');

  constructor(
    private readonly runs: BackupRuns,
    private readonly restorings: RestoringRecovery,
    private readonly due: DueWork,
    private readonly tasks: TaskQueue,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.due.watch(sweepBackups, this.runs.staleCondition);
  }

  @OnDue(sweepBackups)
  async sweep(): Promise<void> {
    await runSweep(this.logger, {
      backups: () => this.tasks.add(runBackups, {}),
      restorings: () => this.restorings.resume(),
      folders: () => this.removeLeft(),
    });
  }

  private async removeLeft(): Promise<void> {
    const { backupDir } = this.config;
    const ids = (await readdir(backupDir).catch(noneWhenGone))
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .filter(isUuid);
    const known = await this.runs.listKnown(ids);
    const isWritten = new Map(known.map((row) => [row.id, row.isWritten]));
    for (const id of ids) {
      const dir = join(backupDir, `${id}${ending}`);
      if (isWritten.get(id) === false || (!isWritten.has(id) && (await isLeft(dir)))) {
        await rm(dir, { recursive: true, force: true });
      }
    }
  }
}

async function isLeft(dir: string): Promise<boolean> {
  const found = await stat(dir).catch(nullWhenGone);
  return found !== null && Date.now() - found.mtimeMs > restMs;
}
