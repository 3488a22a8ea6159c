import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import type { FileSpace } from '../../../platform/file-space/file-space.js';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import {
  newestTime,
  type ChangedEntries,
  type ChangedEntry,
} from '../../../platform/file-space/listing/changed-entries.js';
import { Slice } from '../../../platform/file-space/listing/cooperative-sort.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { Timings } from '../../../platform/timings.js';
import type { NewJobFile } from './job-file.repository.js';
import { JobResultsRepository, type EndedJob, type ResultGroup } from './job-results.repository.js';
import { jobIdOfLog } from './log-files.service.js';
import { belongingTo, topmostNew, type Span } from './time-spans.js';
import { formatIdentity } from '../../../platform/file-space/file-identity.js';

/** How much of a folder one walk looks at. */
const walkEntries = 1_000_000;
const walkMs = 20_000;
/** The most entries that a walk keeps, for all jobs that it is made for. */
const keptEntries = 100_000;
/** About how many rows one walk may lead to. Of a thousand jobs that ran at once in one folder each has fewer, but not less than the second figure. */
const rowsOfWalk = 50_000;
const leastOfJob = 20;
/** With more jobs of others than these nobody can say who made what. */
const othersLookedAt = 5_000;

/** What jobs of one folder made or changed. */
export interface MadeFiles {
  /** By the id of the job. */
  ofJobs: ReadonlyMap<string, { outputs: NewJobFile[]; hasAllOutputs: boolean }>;
  /** The topmost entries that nobody else can have made, as paths. */
  topmost: string[];
  /** Folders whose entries changed. */
  dirs: string[];
}

/** Looks which files jobs made or changed, with one walk for all that worked in a folder. */
@Injectable()
export class MadeFilesFinder {
  constructor(
    private readonly results: JobResultsRepository,
    private readonly timings: Timings,
  ) {}

  /** Finds nothing when the folder is gone, or is none any more. */
  async find(
    files: FileSpace,
    spaceId: string,
    group: ResultGroup,
    signal: AbortSignal,
  ): Promise<MadeFiles> {
    const { space, dir, jobs } = group;
    const spans = new Map(jobs.map((job) => [job.id, this.spanOf(job)]));
    const walked = await this.walk(files, dir, [...spans.values()], signal);
    const logs = await this.logsAmong(walked.entries);
    const entries = walked.entries.filter(({ path }) => !logs.has(path));
    const mostOfJob = Math.max(
      leastOfJob,
      Math.min(limits.jobOutputFilesMax, Math.floor(rowsOfWalk / jobs.length)),
    );
    const ofJobs = new Map<string, { made: ChangedEntry[]; isWhole: boolean }>();
    const slice = new Slice();
    for (const [id, span] of spans) {
      const made = entries.filter((entry) => !entry.isDirectory && belongingTo(span, entry));
      const isWhole = !walked.isCut && made.length <= mostOfJob;
      ofJobs.set(id, { made: made.slice(0, mostOfJob), isWhole });
      await slice.yieldToEventLoop();
    }
    const noted = new Set([...ofJobs.values()].flatMap(({ made }) => made.map(({ path }) => path)));
    const identities = await files.identifyAll([...noted]);
    const toFile = ({ path, sizeBytes, modifiedAt, isDirectory }: ChangedEntry): NewJobFile[] => {
      const identity = identities.get(path);
      const size = sizeBytes;
      return identity
        ? [
            {
              space,
              spaceId,
              path,
              size,
              modifiedAt,
              isDirectory,
              identity: formatIdentity(identity),
            },
          ]
        : [];
    };
    return {
      ofJobs: new Map(
        [...ofJobs].map(([id, { made, isWhole }]) => [
          id,
          { outputs: made.flatMap(toFile), hasAllOutputs: isWhole },
        ]),
      ),
      topmost: walked.knowsBirths
        ? topmostNew(entries, [...spans.values()], await this.spansOfOthers(group, spaceId))
        : [],
      dirs: [...new Set(entries.map(({ path }) => path.slice(0, path.lastIndexOf('/')) || '/'))],
    };
  }

  private async walk(
    files: FileSpace,
    dir: string,
    spans: readonly Span[],
    signal: AbortSignal,
  ): Promise<ChangedEntries> {
    const since = Math.min(...spans.map(({ from }) => from));
    try {
      const found = await files.findChanged(dir, {
        since,
        maxEntries: walkEntries,
        maxKept: keptEntries,
        endsAt: Date.now() + walkMs,
        signal,
      });
      return { ...found, entries: found.entries.filter((entry) => newestTime(entry) >= since) };
    } catch (error) {
      if (error instanceof DomainError || isErrno(error, 'ENOENT')) {
        return { entries: [], isCut: true, knowsBirths: false };
      }
      throw error;
    }
  }

  /** Outputs of jobs that the platform itself put there as files: no job made them. */
  private async logsAmong(entries: readonly ChangedEntry[]): Promise<Set<string>> {
    const named = entries.flatMap(({ name, path }) => {
      const id = jobIdOfLog(name);
      return id === null ? [] : [{ id, path }];
    });
    return named.length === 0
      ? new Set()
      : this.results.listLogs(
          named.map(({ id }) => id),
          named.map(({ path }) => path),
        );
  }

  /** When somebody else's jobs worked in the folder, above it or below it; null: too many to say. */
  private async spansOfOthers(
    { space, userId, dir, jobs }: ResultGroup,
    projectId: string,
  ): Promise<Span[] | null> {
    if (space !== 'project' || userId === null) {
      return null;
    }
    const since = new Date(Math.min(...jobs.map((job) => this.spanOf(job).from)));
    const others = await this.results.listOthersWork(projectId, userId, since, othersLookedAt);
    return others.length === othersLookedAt
      ? null
      : others.filter((other) => isOnOneWay(other.dir, dir)).map((other) => this.spanOf(other));
  }

  private spanOf({
    startedAt,
    endedAt,
  }: Pick<EndedJob, 'startedAt'> & { endedAt: Date | null }): Span {
    const { fileClockMs } = this.timings.jobs;
    return {
      from: startedAt.getTime() - fileClockMs,
      to: endedAt === null ? Infinity : endedAt.getTime() + fileClockMs,
    };
  }
}

/** Whether one is the other, or lies in it. */
function isOnOneWay(one: string, other: string): boolean {
  const [a, b] = [one, other].map((dir) => (dir === '/' ? '/' : `${dir}/`)) as [string, string];
  return a.startsWith(b) || b.startsWith(a);
}
