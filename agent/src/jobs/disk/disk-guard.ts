import { stat, statfs } from 'node:fs/promises';
import { diskReserve } from '@clusterdesk/contracts';
import { log, messageOf } from '../../log.js';
import { defaultTimings, type Timings } from '../../timings.js';
import { findWritten, type WrittenFiles } from './written-files.js';

/** A job as the guard sees it. */
export interface GuardedJob {
  /** Its user's folder: where alone it can write to a disk. */
  readonly home: string;
  /** Its processes at this moment. */
  pids(): number[];
  /** Kills it, and tells its user why. */
  endForDisk(): void;
}

/** Who filled the disk wrote within this time, milliseconds. */
const latelyMs = 5 * 60_000;
/** A folder with more files than are found within this time, milliseconds, is not counted whole. */
const findMs = 5_000;
/** A long look at full folders is not made all the time. */
const restFactor = 4;
const mebibyte = 1024 * 1024;
/** A large storage may be run with less free than the share of it that uploads leave; the database needs no more. */
const maxFloorBytes = 2 * 1024 ** 3;

/** What is known of a disk that is low. */
interface LowDisk {
  /** What was written when it was last looked: what is more next time was written since. */
  known: WrittenFiles;
  /** The homes whose jobs held then what cannot be counted. */
  hiding: ReadonlySet<string>;
  nextAt: number;
}

/**
 * Keeps jobs from taking the last of a disk from the platform's database: when half of the reserve is gone and less than
 * 2 GB are left, all jobs here of the user who wrote most lately are ended, and of the next one when it goes on. Needs no
 * disk and no server to do so.
 */
export class DiskGuard {
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private readonly low = new Map<number, LowDisk>();

  /**
   * @param jobs those that run at this moment
   * @param withinMs how long the files of one user are looked for
   */
  constructor(
    private readonly jobs: () => GuardedJob[],
    private readonly timings: Pick<Timings, 'diskLookMs'> = defaultTimings,
    private readonly withinMs = findMs,
  ) {}

  /** Looks from now on, as long as there is a job. */
  watch(): void {
    this.timer ??= setInterval(() => void this.tick(), this.timings.diskLookMs).unref();
  }

  private async tick(): Promise<void> {
    const jobs = this.jobs();
    if (jobs.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      this.low.clear();
      return;
    }
    // A shared filesystem that does not answer is asked once.
    if (this.isLooking) {
      return;
    }
    this.isLooking = true;
    try {
      await this.look(jobs);
    } catch (error) {
      log(`the disk of the jobs could not be looked at: ${messageOf(error)}`);
    } finally {
      this.isLooking = false;
    }
  }

  private async look(jobs: readonly GuardedJob[]): Promise<void> {
    const homes = new Map<string, GuardedJob[]>();
    for (const job of jobs) {
      homes.set(job.home, [...(homes.get(job.home) ?? []), job]);
    }
    const disks = new Map<number, string[]>();
    for (const home of homes.keys()) {
      const device = (await stat(home).catch(() => null))?.dev;
      if (device !== undefined) {
        disks.set(device, [...(disks.get(device) ?? []), home]);
      }
    }
    for (const [device, [home = '/', ...others]] of disks) {
      const { bavail, blocks, bsize } = await statfs(home);
      const floorBytes = Math.min(diskReserve(blocks * bsize) / 2, maxFloorBytes);
      const freeBytes = bavail * bsize;
      if (freeBytes >= floorBytes) {
        this.low.delete(device);
        continue;
      }
      const culprit = await this.findWriter(device, [home, ...others], homes, {
        clearBytes: floorBytes / 4,
        isLast: freeBytes < floorBytes / 4,
      });
      for (const job of culprit) {
        job.endForDisk();
      }
    }
  }

  /**
   * The jobs of the user who wrote most, unless that is too little to be what filled the disk. Of the last bytes nobody may have
   * many; but before who wrote little those go who keep holding what cannot be counted.
   * @param clearBytes what is surely too much
   * @param isLast whether hardly anything is left
   */
  private async findWriter(
    device: number,
    candidates: readonly string[],
    homes: ReadonlyMap<string, readonly GuardedJob[]>,
    { clearBytes, isLast }: { clearBytes: number; isLast: boolean },
  ): Promise<readonly GuardedJob[]> {
    const before = this.low.get(device) ?? { known: new Map(), hiding: new Set(), nextAt: 0 };
    const beganAt = performance.now();
    if (beganAt < before.nextAt) {
      return [];
    }
    const known: WrittenFiles = new Map(before.known);
    let most = { home: '', bytes: 0 };
    const hiding = new Set<string>();
    const since = Date.now() - latelyMs;
    for (const home of candidates) {
      const pids = (homes.get(home) ?? []).flatMap((job) => job.pids());
      let bytes = 0;
      const { files, mayHide } = await findWritten(home, device, pids, since, this.withinMs);
      if (mayHide) {
        hiding.add(home);
      }
      for (const [file, size] of files) {
        bytes += Math.max(0, size - (before.known.get(file) ?? 0));
        known.set(file, size);
      }
      if (bytes > most.bytes) {
        most = { home, bytes };
      }
    }
    const tookMs = performance.now() - beganAt;
    this.low.set(device, { known, hiding, nextAt: performance.now() + restFactor * tookMs });
    if (most.bytes < clearBytes && isLast && hiding.size > 0) {
      // What a socket carries for a moment is soon received.
      const still = [...hiding].filter((home) => before.hiding.has(home));
      if (still.length > 0) {
        log(
          `the disk is nearly full: the jobs in ${still.join(', ')}, which hide files, are ended`,
        );
      }
      return still.flatMap((home) => homes.get(home) ?? []);
    }
    if (most.bytes < (isLast ? mebibyte : clearBytes)) {
      return [];
    }
    const written = Math.round(most.bytes / mebibyte);
    log(
      `the disk is nearly full: the jobs in ${most.home}, which wrote ${String(written)} MiB lately, are ended`,
    );
    return homes.get(most.home) ?? [];
  }
}
