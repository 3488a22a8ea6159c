import { lstat, statfs } from 'node:fs/promises';
import { diskReserve, type RunScript } from '@clusterdesk/contracts';
import { log, messageOf } from '../../log.js';
import { defaultTimings, type Timings } from '../../timings.js';
import { outermost } from '../confinement/files/folders.js';
import { findWritten, type WrittenFiles } from './written-files.js';

/** A job as the guard sees it. */
export interface GuardedJob {
  /** The same for all jobs of one user. */
  readonly user: string;
  /** Where alone it can write to a disk: its user's folder, and entries of a project. */
  readonly folders: readonly string[];
  /** Its processes at this moment. */
  pids(): number[];
  /** Kills it, and tells its user why. */
  endForDisk(): void;
}

/** Whose job it is, and where it can write to a disk: nowhere, if it has neither a home nor an entry to write to. */
export function writerOf(
  command: Pick<RunScript, 'visibleDirs' | 'projectEntries' | 'userName' | 'userNumber'>,
): Pick<GuardedJob, 'user' | 'folders'> {
  const { visibleDirs, projectEntries = [], userName, userNumber } = command;
  const writable = projectEntries.filter(({ isWritable }) => isWritable);
  return {
    // A sealed job has no home that would tell whose it is.
    user: visibleDirs[0] ?? `user ${String(userNumber ?? userName)}`,
    folders: [...visibleDirs, ...writable.map(({ path }) => path)],
  };
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

/** A user whose jobs can write to a disk, there in these folders. */
interface Writer {
  user: string;
  folders: string[];
  jobs: readonly GuardedJob[];
}

/** What is known of a disk that is low. */
interface LowDisk {
  /** What was written when it was last looked: what is more next time was written since. */
  known: WrittenFiles;
  /** The users whose jobs held then what cannot be counted. */
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
    const byUser = new Map<string, GuardedJob[]>();
    for (const job of jobs) {
      byUser.set(job.user, [...(byUser.get(job.user) ?? []), job]);
    }
    const disks = new Map<number, Map<string, Writer>>();
    for (const [user, own] of byUser) {
      for (const folder of outermost(own.flatMap(({ folders }) => folders))) {
        // In a project others may have put a link there, which may lead anywhere.
        const device = (await lstat(folder).catch(() => null))?.dev;
        if (device !== undefined) {
          const writers = disks.get(device) ?? new Map<string, Writer>();
          const folders = [...(writers.get(user)?.folders ?? []), folder];
          disks.set(device, writers.set(user, { user, folders, jobs: own }));
        }
      }
    }
    for (const [device, byName] of disks) {
      const writers = [...byName.values()];
      const { bavail, blocks, bsize } = await statfs(writers[0]?.folders[0] ?? '/');
      const floorBytes = Math.min(diskReserve(blocks * bsize) / 2, maxFloorBytes);
      const freeBytes = bavail * bsize;
      if (freeBytes >= floorBytes) {
        this.low.delete(device);
        continue;
      }
      const culprit = await this.findWriter(device, writers, {
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
   * many; but before who wrote little those go who keep holding what cannot be counted. In a project what one user wrote counts for
   * each whose jobs may write there.
   * @param clearBytes what is surely too much
   * @param isLast whether hardly anything is left
   */
  private async findWriter(
    device: number,
    writers: readonly Writer[],
    { clearBytes, isLast }: { clearBytes: number; isLast: boolean },
  ): Promise<readonly GuardedJob[]> {
    const before = this.low.get(device) ?? { known: new Map(), hiding: new Set(), nextAt: 0 };
    const beganAt = performance.now();
    if (beganAt < before.nextAt) {
      return [];
    }
    const known: WrittenFiles = new Map(before.known);
    let most: { user: string; bytes: number; jobs: readonly GuardedJob[] } = {
      ...{ user: '', bytes: 0, jobs: [] },
    };
    const hiding = new Set<string>();
    const since = Date.now() - latelyMs;
    for (const writer of writers) {
      const { user, jobs } = writer;
      const pids = jobs.flatMap((job) => job.pids());
      let bytes = 0;
      const { files, mayHide } = await findWritten(writer, device, pids, since, this.withinMs);
      if (mayHide) {
        hiding.add(user);
      }
      for (const [file, size] of files) {
        bytes += Math.max(0, size - (before.known.get(file) ?? 0));
        known.set(file, size);
      }
      if (bytes > most.bytes) {
        most = { user, bytes, jobs };
      }
    }
    const tookMs = performance.now() - beganAt;
    this.low.set(device, { known, hiding, nextAt: performance.now() + restFactor * tookMs });
    if (most.bytes < clearBytes && isLast && hiding.size > 0) {
      // What a socket carries for a moment is soon received.
      const still = writers.filter(({ user }) => hiding.has(user) && before.hiding.has(user));
      if (still.length > 0) {
        const users = still.map(({ user }) => user).join(', ');
        log(`the disk is nearly full: the jobs of ${users}, which hide files, are ended`);
      }
      return still.flatMap(({ jobs }) => jobs);
    }
    if (most.bytes < (isLast ? mebibyte : clearBytes)) {
      return [];
    }
    const written = Math.round(most.bytes / mebibyte);
    log(
      `the disk is nearly full: the jobs of ${most.user}, which wrote ${String(written)} MiB lately, are ended`,
    );
    return most.jobs;
  }
}
