import { Injectable } from '@nestjs/common';
import type { RecoveryKit } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { Installation } from '../../../platform/settings/installation.service.js';
import { version } from '../../../platform/version.js';
import { BackupStoreClient } from '../store/backup-store-client.service.js';
import { BackupRows } from './backup-rows.repository.js';

/** What one needs to bring the platform back on another machine. */
@Injectable()
export class RecoveryKits {
  constructor(
    private readonly rows: BackupRows,
    private readonly store: BackupStoreClient,
    private readonly config: Config,
    private readonly installation: Installation,
  ) {}

  async get(): Promise<RecoveryKit> {
    const { backupDir, publicUrl = null, timeZone, variables } = this.config;
    const store = await this.store.find();
    const newest = await this.rows.findNewest();
    return {
      version,
      installationId: await this.installation.findId(),
      publicUrl,
      backupDir,
      variables: [...variables].sort(),
      store: store && { endpoint: store.endpoint, bucket: store.bucket, prefix: store.prefix },
      newest: newest && {
        id: newest.id,
        time: wireTime(newest.createdAt, timeZone),
        sizeBytes: newest.sizeBytes,
      },
    };
  }
}
