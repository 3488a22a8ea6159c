import { Injectable } from '@nestjs/common';
import {
  proofFreshDays,
  type EndpointAnswer,
  type endpoints,
  type Language,
} from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { archiveDir } from '../archive/manifest.js';
import { RecoveryKit } from '../archive/recovery-kit.service.js';
import { BackupNotHereError } from '../backup.errors.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { BackupNews } from '../running/backup-news.service.js';
import { ProofRepository, type Proof } from './proof.repository.js';

type Calls = typeof endpoints.backups;

const minuteMs = 60_000;

/** Asks for drills and tells what they found. */
@Injectable()
export class BackupProofs {
  constructor(
    private readonly proofs: ProofRepository,
    private readonly recovery: RecoveryKit,
    private readonly audit: AuditTrail,
    private readonly news: BackupNews,
    private readonly config: Config,
  ) {}

  /** The worker begins within seconds. @throws BackupNotHereError */
  async ask(id: string): Promise<void> {
    await this.proofs.ask(id, (manager, createdAt) =>
      this.audit.record(manager, {
        target: { type: 'backup', id, name: wireTime(createdAt, this.config.timeZone) },
      }),
    );
    this.news.tell();
  }

  async describe(language: Language): Promise<EndpointAnswer<Calls['proofState']>> {
    const { last, passed, askedId } = await this.proofs.find();
    const isFresh =
      passed !== null &&
      Date.now() - passed.provedAt.getTime() < proofFreshDays * 24 * 60 * minuteMs;
    return {
      state: passed === null ? 'never' : isFresh ? 'fresh' : 'stale',
      backInMinutes: passed && backInMinutes(passed.proof),
      askedId,
      last: last && {
        backupId: last.id,
        time: wireTime(last.provedAt, this.config.timeZone),
        passed: last.proof.passed,
        message: last.proof.message?.[language] ?? '',
      },
    };
  }

  /** @throws BackupNotHereError, ArchiveDamagedError */
  async describeRecovery(id: string): Promise<EndpointAnswer<Calls['recovery']>> {
    if (!(await this.proofs.isHere(id))) {
      throw new BackupNotHereError();
    }
    const kit = await this.recovery.read(archiveDir(this.config.backupDir, id));
    const { takenAt, version, settings } = kit;
    return { takenAt, version, settings, secrets: await this.recovery.compare(kit) };
  }
}

/** Checked, loaded, and its files copied back at the rate at which they were read. */
const backInMinutes = ({ checkMs, loadMs }: Proof): number =>
  Math.max(1, Math.ceil((2 * checkMs + loadMs) / minuteMs));
