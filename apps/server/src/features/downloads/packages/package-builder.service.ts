import { rm } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { buildPackages, type Language, type LocalizedText } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { RightEndedError } from '../../../platform/running-work/running-work.errors.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { taskServices } from '../../../platform/tasks/task-worker.service.js';
import { Timings } from '../../../platform/timings.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { refOf, spaceKeyText } from '../../spaces/space-key.js';
import { keysOf, type Space } from '../../spaces/space.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { LeasedRuns } from '../../spaces/tasks/leased-runs.js';
import { retryMs } from '../../spaces/tasks/task-leases.js';
import { reportProgress, type Progress } from '../../spaces/tasks/run-progress.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { packingFailed } from '../download.errors.js';
import { DownloadRepository } from '../download.repository.js';
import type { PinnedFile } from '../sending/pinned-content.js';
import type { DownloadPackageEntity } from './download-package.entity.js';
import { packManifest, packSelection } from './package-contents.js';
import { toPackageState } from './package.presenter.js';
import { PackageRights } from './package-rights.service.js';
import { ZipWriter } from './zip/zip-writer.js';

const maxAttempts = 3;

const partial: LocalizedText = {
  cn: '打包期间有文件被删除或修改，详见压缩包内的「_packing-notes.txt」',
  en: 'Some files vanished or changed while they were packed; see "_packing-notes.txt" in the package.',
};
const altered: LocalizedText = {
  cn: '部分项目无法打包，或在压缩包中改了名称，详见压缩包内的「_packing-notes.txt」',
  en: 'Some entries cannot be packed, or have another name in the package; see "_packing-notes.txt" in it.',
};
/** Stands before the lines of entries with another name. */
const renamedTitle =
  '以下名称无法用于所有系统，压缩包中已改名 / These names do not work on every system and were changed in the package:';

/** A package held by one run. */
interface Run {
  entity: DownloadPackageEntity;
  lease: string;
  /** The user's; null: nobody is notified. */
  language: Language | null;
  progress: Progress;
  /** Null: packing has not started. */
  space: Space | null;
  /** What was packed; filled only where entries have rights of their own. */
  packed: PinnedFile[];
}

/**
 * Builds the zip of a package, in the worker; `package-contents.ts` decides what goes into it. Running twice, or taking over
 * from a run that died, does no harm: each run writes a file of its own, and only the one that holds the lease puts it in
 * place.
 */
@Injectable()
export class PackageBuilder {
  private readonly logger = new Logger('PackageBuilder');
  private readonly runs = new LeasedRuns<DownloadPackageEntity>(
    taskServices.packaging.concurrency,
    (lease, exceptOf) => this.downloads.takePackage(lease, exceptOf),
    (entity, lease, signal) => this.build(entity, lease, signal),
  );

  constructor(
    private readonly access: SpaceAccess,
    private readonly downloads: DownloadRepository,
    private readonly packageRights: PackageRights,
    private readonly rights: UserRights,
    private readonly staging: Staging,
    private readonly disk: FreeSpaceGuard,
    private readonly realtime: Realtime,
    private readonly running: RunningWork,
    private readonly tasks: TaskQueue,
    private readonly timings: Timings,
    private readonly config: Config,
  ) {}

  @OnTask(buildPackages)
  work(_: object, signal: AbortSignal): Promise<void> {
    return this.runs.work(signal);
  }

  private async build(
    entity: DownloadPackageEntity,
    lease: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { id: packageId } = entity;
    const language = (await this.rights.find(entity.userId))?.language ?? null;
    const run: Run = {
      entity,
      lease,
      language,
      space: null,
      packed: [],
      progress: { doneBytes: 0, doneFiles: 0 },
    };
    const part = `${this.staging.packagePath(packageId)}.${lease}.part`;
    const lost = new AbortController();
    const stopReporting = reportProgress(
      run.progress,
      {
        write: (now) => this.downloads.updateLeased(packageId, lease, now),
        show: (now) => this.push(run, { ...entity, ...now }, null),
        warn: (error) => this.logger.warn({ err: error }, 'Progress could not be written'),
      },
      lost,
      this.timings.runs,
    );
    const { userId, sessionId } = entity;
    const work = this.running.begin(
      {
        userId,
        spaceKeys: () => (run.space ? keysOf(run.space) : [spaceKeyText(entity)]),
        ...(sessionId === null ? {} : { sessionId }),
      },
      { isStillAllowed: () => this.isStillAllowed(entity) },
    );
    try {
      const any = AbortSignal.any([signal, lost.signal, work.signal]);
      const { isPartial, message } = await this.pack(run, part, any);
      await stopReporting();
      // Rights are checked once more for all that was packed: what may no longer be fetched is not put in place.
      const space = await this.open(entity);
      if (space.hasEntryRights && !entity.hasManifest) {
        await this.downloads.replaceEntries(packageId, run.packed);
      }
      await this.packageRights.assertMayFetch(space, entity);
      any.throwIfAborted();
      await this.staging.commitPackage(part, packageId);
      await this.close(run, { ...run.progress, state: 'ready', isPartial, message });
    } catch (error) {
      await stopReporting();
      await rm(part, { force: true });
      if (lost.signal.aborted) {
        await this.leave(run);
      } else {
        await this.fail(run, error, signal);
      }
    } finally {
      work.end();
    }
  }

  /** A package is partial if packing it again would give a different one. */
  private async pack(
    run: Run,
    part: string,
    signal: AbortSignal,
  ): Promise<Pick<DownloadPackageEntity, 'isPartial' | 'message'>> {
    const { entity } = run;
    const space = await this.open(entity);
    run.space = space;
    await this.disk.assertRoomFor(entity.totalBytes, entity.id);
    const zip = new ZipWriter(part, this.disk, this.config.timeZone, signal);
    try {
      const packing = { space, paths: entity.paths, zip, progress: run.progress, signal };
      let found: Awaited<ReturnType<typeof packSelection>> = { notes: [], hidden: [], packed: [] };
      if (entity.hasManifest) {
        await packManifest(packing, await this.downloads.listEntries(entity.id));
      } else {
        found = await packSelection(packing);
        run.packed = found.packed;
      }
      const isPartial = found.notes.length > 0;
      const renamed = zip.renamed.length > 0 ? [renamedTitle, ...zip.renamed] : [];
      const lines = [...found.notes, ...found.hidden, ...renamed];
      if (lines.length > 0) {
        await zip.addNotes(lines);
      }
      await zip.finish();
      return { isPartial, message: isPartial ? partial : lines.length > 0 ? altered : null };
    } catch (error) {
      await zip.abort();
      throw error;
    }
  }

  /** The space with the current rights. @throws DomainError for what the user may not do */
  private async open(entity: DownloadPackageEntity): Promise<Space> {
    const user = await this.rights.find(entity.userId);
    if (!user) {
      throw new RightEndedError();
    }
    return this.access.openForDownload(user, refOf(entity), entity.paths);
  }

  private async isStillAllowed(entity: DownloadPackageEntity): Promise<boolean> {
    return this.open(entity).then(
      () => true,
      (error: unknown) => !(error instanceof DomainError),
    );
  }

  private async close(
    run: Run,
    change: Partial<DownloadPackageEntity> & { state: DownloadPackageEntity['state'] },
  ): Promise<void> {
    const { entity, lease } = run;
    const done = { ...entity, ...change };
    if (!(await this.downloads.endLeased(entity.id, lease, change))) {
      await this.leave(run);
      return;
    }
    const token =
      done.state === 'ready' && entity.sessionId !== null
        ? await this.downloads.ticketForPackage(entity, entity.sessionId)
        : null;
    this.push(run, done, token);
  }

  /** The lease is lost. A cancelled package leaves no file, even if this run has just put it in place. */
  private async leave(run: Run): Promise<void> {
    const current = await this.downloads.findPackage(run.entity.id);
    if (current === null || current.state === 'cancelled') {
      await this.staging.removePackage(run.entity.id);
    }
    if (current !== null) {
      // This run's last progress event may have followed the event of the cancellation.
      this.push(run, current, null);
    }
  }

  /** A refusal is final; anything else is retried a few times. Being told to stop is no failure. */
  private async fail(run: Run, error: unknown, signal: AbortSignal): Promise<void> {
    const { entity, lease } = run;
    if (error instanceof DomainError) {
      await this.close(run, { state: 'failed', message: error.sentence });
      return;
    }
    const isLast = !signal.aborted && entity.attempts >= maxAttempts;
    const next = isLast ? {} : { state: 'waiting' as const };
    if (!(await this.downloads.updateLeased(entity.id, lease, next))) {
      // Cancelled, or another run holds it: the error does not matter.
      return this.leave(run);
    }
    this.logger.error({ err: error, packageId: entity.id }, 'Packing failed');
    if (isLast) {
      await this.close(run, { state: 'failed', message: packingFailed });
    } else if (!signal.aborted) {
      await this.tasks.add(buildPackages, {}, { delayMs: retryMs + 100 });
    }
  }

  /** Published at once, so that no later event overtakes it. A user who may not sign in is not notified. */
  private push(
    { language, entity }: Run,
    state: DownloadPackageEntity,
    token: string | null,
  ): void {
    if (language !== null) {
      const shown = toPackageState(state, token, language);
      this.realtime.publish('packagingProgress', audience.user(entity.userId), shown);
    }
  }
}
