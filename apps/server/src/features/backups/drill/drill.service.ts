import { Injectable } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { ArchiveCheck } from '../archive/archive-check.service.js';
import { archiveDir } from '../archive/manifest.js';
import { RecoveryKit } from '../archive/recovery-kit.service.js';
import { DatabaseLoad } from '../database/database-load.service.js';
import { ScratchDatabase } from '../database/scratch-database.service.js';
import { assertCounts, lookAtRestored } from './restored-platform.js';
import type { Proof } from './proof.repository.js';

const nobody = (): void => undefined;

/** Restores a backup where nobody is, and looks at what came. */
@Injectable()
export class Drill {
  constructor(
    private readonly check: ArchiveCheck,
    private readonly scratch: ScratchDatabase,
    private readonly load: DatabaseLoad,
    private readonly recovery: RecoveryKit,
    private readonly config: Config,
  ) {}

  /** @throws ArchiveDamagedError, NoScratchDatabaseError and the like: the backup would not come back */
  async run(id: string, signal: AbortSignal): Promise<Proof> {
    const archive = archiveDir(this.config.backupDir, id);
    const began = Date.now();
    const manifest = await this.check.check(archive, nobody, signal);
    const secrets = await this.recovery.compare(await this.recovery.read(archive));
    const checked = Date.now();
    await this.scratch.use(manifest.lastMigration, async (scratch) => {
      await this.load.loadOwn(scratch, archive, manifest, nobody, signal);
      await assertCounts(scratch.client, manifest);
      await scratch.upgrade();
      await lookAtRestored(scratch.client, manifest);
    });
    const changed = secrets.filter(({ state }) => state !== 'same').map(({ name }) => name);
    return {
      passed: true,
      message: changed.length === 0 ? null : otherSecrets(changed),
      checkMs: checked - began,
      loadMs: Date.now() - checked,
    };
  }
}

const otherSecrets = (names: readonly string[]): LocalizedText => ({
  cn: `以下环境变量与备份时不同，恢复时请确认：${names.join('、')}`,
  en: `These variables differ from those of when the backup was taken; see to them when you restore: ${names.join(', ')}.`,
});
