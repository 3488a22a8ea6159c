import type { KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  readReleaseKey,
  ReleaseError,
  runningHere,
  toLauncherSchema,
  type FromLauncher,
  type LauncherUpgrade,
  type UpgradeFault,
} from '@clusterdesk/contracts/release';
import { syncFolder } from '@clusterdesk/host';
import type { DataFolder } from '../host/data-folder.js';
import type { Account } from '../host/service-account.js';
import { checkPrograms } from './check-programs.js';
import { programsIn, type InstalledVersions, type Programs } from './installed-versions.js';
import type { SavedDatabase } from './saved-database.js';
import { takeBundle } from './take-bundle.js';
import { unpackBundle } from './unpack-bundle.js';
import { faultOf, reasonOf } from './upgrade-faults.js';
import { decideRecovery, UpgradeJournal } from './upgrade-journal.js';

/** What the launcher does for an upgrade. */
export interface PlatformControl {
  /** What runs now. */
  running(): Programs;
  /** The major version of PostgreSQL that runs here. Null with a database of the operator's own. */
  readonly embeddedMajor: string | null;
  /** Saves the database. */
  readonly database: SavedDatabase;
  /** Aborted when the launcher is told to stop. */
  readonly stopping: AbortSignal;
  /** Everything, the database too. */
  stopAll(): Promise<void>;
  /**
   * Starts the database, brings it up to date by these programs and sees that their server and worker start, out of everybody's reach.
   * @param databaseUrl of a copy that they get in its place; null: none
   */
  tryOut(programs: Programs, databaseUrl: string | null): Promise<void>;
  /** Starts everything; the database only where it does not run. */
  run(programs: Programs): Promise<void>;
  tell(message: FromLauncher): void;
  say(line: string): void;
  /** Nothing could be started again. */
  fail(error: unknown): void;
}

/** At most two a second. */
const tellEveryMs = 500;

/**
 * The launcher's part of an upgrade: checks a bundle that the server names, unpacks it, saves the database, tries the new version,
 * and either keeps it or puts back what was (docs/decisions/upgrades.md).
 */
export class Upgrades {
  private readonly journal: UpgradeJournal;
  private readonly archive: string;
  private running: Promise<void> | null = null;
  private toldAt = 0;
  private current: LauncherUpgrade | null;

  constructor(
    folder: DataFolder,
    private readonly account: Account | null,
    private readonly versions: InstalledVersions,
    private readonly control: PlatformControl,
    private readonly keyText: string | undefined,
  ) {
    this.journal = new UpgradeJournal(folder.launcher);
    this.archive = join(folder.launcher, 'upgrade.tar.gz');
    this.current = this.journal.read()?.upgrade ?? null;
  }

  /** Before anything runs: brings what a killed launcher left of an upgrade to its end. */
  async recover(): Promise<void> {
    rmSync(this.archive, { force: true });
    const entry = this.journal.read();
    this.prune(entry?.upgrade.from);
    const recovery = decideRecovery(entry, this.versions.active);
    if (!entry || recovery === 'nothing') {
      return;
    }
    if (recovery === 'finish') {
      await this.control.database.keep();
      this.end('done');
      return;
    }
    await this.restoreDatabase(recovery === 'put copy back');
    this.end('returned', entry.upgrade.fault ?? 'UPGRADE_INTERRUPTED', entry.upgrade.reason);
    this.control.say(
      `The upgrade to ${entry.upgrade.to ?? 'a new version'} was cut off: ${entry.upgrade.from} runs again, with its database.`,
    );
  }

  /** What a server says over its channel. It is believed nothing but that somebody wants an upgrade. */
  hear(message: unknown): void {
    const { success, data } = toLauncherSchema.safeParse(message);
    if (!success) {
      return;
    }
    if (data.kind === 'upgrade.begin' && !this.running) {
      this.running = this.upgrade(data.bundle, data.request)
        .catch((error: unknown) => this.control.fail(error))
        .finally(() => (this.running = null));
      return;
    }
    this.tell();
  }

  /** Resolves when none is under way. */
  async settle(): Promise<void> {
    await this.running;
  }

  private async upgrade(path: string, request: string | null): Promise<void> {
    const before = this.control.running();
    this.current = startedNow(before.version, request);
    this.tell();
    let next: Programs;
    try {
      next = await this.stage(path, this.requireKey());
    } catch (error) {
      this.prune(before.version);
      this.end('refused', faultOf(error, 'UPGRADE_FAILED'), reasonOf(error));
      return;
    }
    this.control.say(`Upgrading from ${before.version} to ${next.version}.`);
    await this.switchTo(next, before);
  }

  private requireKey(): KeyObject {
    const key = this.keyText ? readReleaseKey(this.keyText) : null;
    if (!key) {
      throw new ReleaseError('UPGRADE_NO_KEY');
    }
    return key;
  }

  /** Checks and unpacks. Nothing that runs notices anything. */
  private async stage(path: string, key: KeyObject): Promise<Programs> {
    const here = runningHere(this.control.running().version);
    try {
      await this.control.database.check();
      const taken = await takeBundle(path, this.archive, {
        account: this.account,
        key,
        here,
        onBytes: (doneBytes, { version, bytes }) =>
          this.progress({ phase: 'checking', to: version, doneBytes, totalBytes: bytes }),
      });
      const { release } = taken;
      const part = this.versions.partOf(release.version);
      const folder = this.versions.folderOf(release.version);
      await rm(part, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
      await unpackBundle(taken.archive, part, release, (doneBytes) =>
        this.progress({ phase: 'unpacking', doneBytes, totalBytes: release.unpackedBytes }),
      );
      await rename(part, folder);
      syncFolder(join(folder, '..'));
      if (!this.versions.isOurs(release.version)) {
        // The next start would not trust them, and run the checkout on newer tables.
        throw new ReleaseError('UPGRADE_FOLDER_FOREIGN');
      }
      await checkPrograms(folder, release.version, this.control.embeddedMajor);
      return programsIn(folder);
    } finally {
      rmSync(this.archive, { force: true });
    }
  }

  private async switchTo(next: Programs, before: Programs): Promise<void> {
    this.progress({ phase: 'switching', doneBytes: 0, totalBytes: 0 }, true);
    this.note('staged');
    try {
      await this.control.stopAll();
      await this.control.database.take(this.control.stopping);
      this.note('saved');
      await this.control.tryOut(next, this.control.database.trialUrl);
    } catch (error) {
      if (this.control.stopping.aborted) {
        // The next start undoes it.
        return;
      }
      await this.goBack(before, error);
      return;
    }
    this.versions.activate(next.version);
    await this.control.database.keep();
    this.end('done');
    this.prune(before.version);
    this.control.say(`Upgraded to ${next.version}.`);
    await this.control.run(next);
    this.tell();
  }

  private async goBack(before: Programs, error: unknown): Promise<void> {
    const fault = faultOf(error, 'UPGRADE_NOT_HEALTHY');
    const { current } = this;
    const step = this.journal.read()?.step ?? null;
    if (current && step) {
      // Should this be cut off, too, the next start knows why.
      this.current = { ...current, fault, reason: reasonOf(error) };
      this.note(step);
    }
    await this.control.stopAll();
    await this.restoreDatabase(step === 'saved');
    this.end('returned', fault, reasonOf(error));
    this.control.say(
      `The new version did not start: ${before.version} runs again, with its database. ${reasonOf(error)}`,
    );
    await this.control.run(before);
    this.control.database.discardFailed();
    this.prune(before.version);
    this.tell();
  }

  /** @param isSaved the new version may have worked on it */
  private async restoreDatabase(isSaved: boolean): Promise<void> {
    const { database } = this.control;
    await (isSaved ? database.putBack() : database.discard());
  }

  /** What is in use, runs now, or ran before is kept. */
  private prune(before = ''): void {
    this.versions.prune([this.versions.active ?? '', this.control.running().version, before]);
  }

  private note(step: 'staged' | 'saved' | null): void {
    if (this.current) {
      this.journal.write({ upgrade: this.current, step });
    }
  }

  private end(
    phase: 'done' | 'refused' | 'returned',
    fault: UpgradeFault | null = null,
    reason = '',
  ): void {
    this.current = { ...(this.current ?? startedNow('0.0.0')), phase, fault, reason };
    this.current.time = Date.now();
    this.note(null);
    this.tell();
  }

  private progress(change: Partial<LauncherUpgrade>, isAtOnce = false): void {
    if (!this.current) {
      return;
    }
    const isNewPhase = change.phase !== undefined && change.phase !== this.current.phase;
    this.current = { ...this.current, ...change, ...(isNewPhase && { time: Date.now() }) };
    if (isAtOnce || isNewPhase || Date.now() - this.toldAt >= tellEveryMs) {
      this.tell();
    }
  }

  private tell(): void {
    this.toldAt = Date.now();
    this.control.tell({ kind: 'upgrade.state', upgrade: this.current });
  }
}

const startedNow = (from: string, request: string | null = null): LauncherUpgrade => ({
  phase: 'checking',
  from,
  to: null,
  doneBytes: 0,
  totalBytes: 0,
  fault: null,
  reason: '',
  time: Date.now(),
  request,
});
