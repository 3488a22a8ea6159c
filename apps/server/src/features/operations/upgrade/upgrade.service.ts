import { Readable } from 'node:stream';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { UpgradeRun, UpgradeState } from '@clusterdesk/contracts';
import { ReleaseError, type UpgradeFault } from '@clusterdesk/contracts/release';
import type { Request } from 'express';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { version } from '../../../platform/version.js';
import { BundleFiles } from './bundle-files.service.js';
import { LauncherChannel } from './launcher-channel.service.js';
import { readBundleForm } from './read-bundle-form.js';
import { ReleaseFeed, type FoundRelease } from './release-feed.service.js';
import { SafetyBackup } from './safety-backup.service.js';
import { UpgradeEvents } from './upgrade-events.service.js';
import { UpgradeOutcomes } from './upgrade-outcomes.service.js';
import {
  faultOf,
  sentenceOf,
  UpgradeElsewhereError,
  UpgradeRefusedError,
  UpgradeUnderWayError,
} from './upgrade.errors.js';
import { upgradeCommand } from './upgrade-way.js';

/** The server's own part of an upgrade; null of `fault`: it goes on. */
type OwnRun = Omit<UpgradeRun, 'message'> & { fault: UpgradeFault | null };

/** Brings a bundle here, checks it, and hands it to the launcher, which does the rest (docs/decisions/upgrades.md). */
@Injectable()
export class UpgradeService implements OnApplicationShutdown {
  private readonly logger = new Logger('Upgrade');
  /** Until the launcher has taken over. */
  private own: OwnRun | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly channel: LauncherChannel,
    private readonly feed: ReleaseFeed,
    private readonly bundles: BundleFiles,
    private readonly safety: SafetyBackup,
    private readonly events: UpgradeEvents,
    private readonly outcomes: UpgradeOutcomes,
  ) {
    channel.onChange(() => this.followLauncher());
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  async state(caller: Principal): Promise<UpgradeState> {
    return this.describe(await this.feed.current(), caller);
  }

  async check(caller: Principal): Promise<UpgradeState> {
    return this.describe(await this.feed.ask(), caller);
  }

  /** Begins the upgrade to the newest release. @returns when it is being fetched */
  async updateNow(caller: Principal): Promise<UpgradeState> {
    this.assertPossible();
    const found = await this.feed.ask();
    if (!found) {
      throw new UpgradeRefusedError('UPGRADE_FEED_AWAY');
    }
    if (!found.isNewer) {
      throw new UpgradeRefusedError('UPGRADE_NOT_NEWER');
    }
    // Somebody else may have begun while the address was asked.
    this.assertPossible();
    this.begin(found.release.version, found.release.bytes);
    const request = await this.note(caller, found.release.version);
    void this.fetchAndGo(found, request, caller.userId);
    return this.describe(found, caller);
  }

  /** Begins an upgrade with the bundle of a form. @returns when it was received and its signature is good */
  async updateOfManual(form: Request, caller: Principal): Promise<UpgradeState> {
    this.assertPossible();
    this.begin(null, Number(form.headers['content-length'] ?? 0));
    let to: string;
    try {
      await readBundleForm(form, (file) =>
        this.bundles.receive(file, (doneBytes) => this.progress({ doneBytes })),
      );
      to = await this.checkBundle();
    } catch (error) {
      await this.refuse(error);
      throw error instanceof ReleaseError ? new UpgradeRefusedError(error.code) : error;
    }
    const request = await this.note(caller, to);
    void this.handOver(request, caller.userId);
    return this.describe(this.feed.latest, caller);
  }

  private assertPossible(): void {
    if (!this.channel.isThere) {
      throw new UpgradeElsewhereError(upgradeCommand());
    }
    if (this.config.updates.releaseKey === undefined) {
      throw new UpgradeRefusedError('UPGRADE_NO_KEY');
    }
    if (isUnderWay(this.own) || isUnderWay(this.channel.upgrade)) {
      throw new UpgradeUnderWayError();
    }
  }

  private begin(to: string | null, totalBytes: number): void {
    this.own = {
      phase: 'downloading',
      from: version,
      to,
      doneBytes: 0,
      totalBytes,
      fault: null,
      time: Date.now(),
    };
    this.events.changed();
  }

  /** From here on the end is told, whoever runs then. */
  private async note(caller: Principal, to: string): Promise<string> {
    try {
      return await this.outcomes.begin(caller, to);
    } catch (error) {
      await this.refuse(error);
      throw error;
    }
  }

  private async fetchAndGo(
    { url, release }: FoundRelease,
    request: string,
    userId: string,
  ): Promise<void> {
    try {
      await this.download(url);
      const found = await this.checkBundle();
      if (found !== release.version) {
        throw new ReleaseError('UPGRADE_BUNDLE_ALTERED');
      }
    } catch (error) {
      await this.refuse(error, request);
      return;
    }
    await this.handOver(request, userId);
  }

  private async download(url: URL): Promise<void> {
    const answer = await fetch(url, { signal: this.stopping.signal }).catch((error: unknown) => {
      throw new ReleaseError('UPGRADE_FEED_AWAY', String(error));
    });
    if (!answer.ok || !answer.body) {
      throw new ReleaseError('UPGRADE_FEED_AWAY', `HTTP ${answer.status}`);
    }
    await this.bundles.receive(Readable.from(answer.body), (doneBytes) =>
      this.progress({ doneBytes }),
    );
  }

  /** @returns the version that it brings */
  private async checkBundle(): Promise<string> {
    this.progress({ phase: 'checking', doneBytes: 0, totalBytes: 0 });
    const release = await this.bundles.check((doneBytes, { version: to, bytes }) =>
      this.progress({ to, doneBytes, totalBytes: bytes }),
    );
    this.progress({ to: release.version });
    return release.version;
  }

  private async handOver(request: string, userId: string): Promise<void> {
    try {
      if (this.channel.hasOwnDatabase) {
        this.progress({ phase: 'saving', doneBytes: 0, totalBytes: 0 });
        await this.safety.take(userId, (doneBytes, totalBytes) =>
          this.progress({ doneBytes, totalBytes }),
        );
      }
    } catch (error) {
      await this.refuse(error, request);
      return;
    }
    this.channel.begin(this.bundles.path, request);
  }

  private async refuse(error: unknown, request?: string): Promise<void> {
    this.logger.warn({ err: error }, 'An upgrade was refused');
    await this.bundles.remove().catch(() => undefined);
    this.progress({ phase: 'refused', fault: faultOf(error) });
    if (request !== undefined) {
      this.outcomes.refuse(request, faultOf(error));
    }
  }

  private followLauncher(): void {
    const { upgrade } = this.channel;
    // What it says of an earlier upgrade is no news of this one.
    if (upgrade && (!this.own || upgrade.time >= this.own.time)) {
      this.own = null;
      if (!isUnderWay(upgrade)) {
        void this.bundles.remove().catch(() => undefined);
      }
    }
    this.events.changed();
  }

  private progress(change: Partial<OwnRun>): void {
    if (this.own) {
      const isNew = change.phase !== undefined && change.phase !== this.own.phase;
      this.own = { ...this.own, ...change, ...(isNew && { time: Date.now() }) };
      this.events.changed();
    }
  }

  private describe(found: FoundRelease | null, { language }: Principal): UpgradeState {
    const { feedUrl, releaseKey } = this.config.updates;
    const run = this.own ?? this.channel.upgrade;
    const isHere = this.channel.isThere;
    const missing: UpgradeFault | null =
      isHere && releaseKey === undefined
        ? 'UPGRADE_NO_KEY'
        : feedUrl !== undefined && !found
          ? 'UPGRADE_FEED_AWAY'
          : null;
    return {
      currentVersion: version,
      latestVersion: found?.isNewer ? found.release.version : version,
      findingUpdate: found?.isNewer ?? false,
      otaOnline: found !== null,
      notes: found?.isNewer ? found.release.notes : null,
      canUpgradeHere: isHere,
      command: isHere ? '' : upgradeCommand(),
      hint: missing ? sentenceOf(missing)[language] : '',
      run: run && {
        phase: run.phase,
        from: run.from,
        to: run.to,
        doneBytes: run.doneBytes,
        totalBytes: run.totalBytes,
        message: run.fault ? sentenceOf(run.fault)[language] : '',
        time: run.time,
      },
    };
  }
}

const isUnderWay = (run: { phase: UpgradeRun['phase'] } | null): boolean =>
  run !== null && !['done', 'refused', 'returned'].includes(run.phase);
