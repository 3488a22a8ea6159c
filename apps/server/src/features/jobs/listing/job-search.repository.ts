import { Injectable } from '@nestjs/common';
import { limits, type JobStatus, type jobSorts } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

/** Which jobs; a missing field does not restrict them. */
export interface JobFilter {
  /** Null or missing: everyone's. */
  userId?: string | null | undefined;
  username?: string | undefined;
  jobName?: string | undefined;
  queueName?: string | undefined;
  /** Submitted no earlier, and no later. */
  from?: Date | undefined;
  to?: Date | undefined;
  statuses?: readonly JobStatus[] | undefined;
}

/** What a list shows of a job, by the columns it is read from: whole entities of a thousand jobs would cost more than finding them. */
const shown = {
  id: 'id',
  queueName: 'queue_name',
  userName: 'user_name',
  jobName: 'job_name',
  status: 'status',
  exitCode: 'exit_code',
  nodeName: 'node_name',
  cpus: 'cpus',
  createdAt: 'created_at',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  cpuSeconds: 'cpu_seconds',
  maxRssBytes: 'max_rss_bytes',
  heldReason: 'held_reason',
  arrayText: 'array_text',
  arrayCounts: 'array_counts',
  arrayId: 'array_id',
  arrayIndex: 'array_index',
} as const satisfies Partial<Record<keyof ScriptJobEntity, string>>;

const shownAs = Object.entries(shown)
  .map(([name, from]) => `${from} AS "${name}"`)
  .join(', ');

const isOpen = `status IN ('PENDING', 'RUNNING')`;

/** A job as a list shows it. */
export type ListedJob = Pick<ScriptJobEntity, keyof typeof shown>;

type Sort = (typeof jobSorts)[number];

interface Page {
  sort: Sort;
  order: 'asc' | 'desc';
  offset: number;
  size: number;
}

const sortedBy = {
  startTime: 'startedAt',
  endTime: 'endedAt',
  scriptName: 'jobName',
  queueName: 'queueName',
  cpus: 'cpus',
  cpuSeconds: 'cpuSeconds',
  maxRssBytes: 'maxRssBytes',
} as const satisfies Record<Exclude<Sort, 'createTime'>, keyof ListedJob>;

/**
 * What a search reads: the newest jobs from this one on, and before it only the open ones. What was kept for years is not read at each
 * keystroke.
 */
export interface SearchWindow {
  /** By what it is bounded: jobs of a time by an index on that, all others by their ids, which grow with time. */
  column: 'id' | 'created_at';
  /** Its oldest job, as SQL's text; null: there are no more than it may hold. */
  first: string | null;
}

/** Queries of the list of jobs. */
@Injectable()
export class JobSearchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Once for a search: what follows is planned by PostgreSQL with its value. */
  async windowOf({ userId, from, to }: JobFilter): Promise<SearchWindow> {
    const column = from || to ? 'created_at' : 'id';
    const values: unknown[] = [];
    const conditions = conditionsOf({ userId, from, to }, values);
    // Of everyone's jobs the numbers tell, without reading any.
    const oldest =
      conditions.length === 0
        ? `SELECT max(id) - ${limits.jobsListed - 1} AS first FROM script_job`
        : `SELECT ${column} AS first FROM script_job WHERE ${conditions.join(' AND ')}
           ORDER BY ${column} DESC OFFSET ${limits.jobsListed - 1} LIMIT 1`;
    const [row] = await this.dataSource.query<{ first: string | null }[]>(
      `SELECT first::text FROM (${oldest}) AS oldest`,
      values,
    );
    return { column, first: row?.first ?? null };
  }

  /** One page; equal ones newest first. */
  find(
    filter: JobFilter,
    window: SearchWindow,
    { sort, order, offset, size }: Page,
  ): Promise<ListedJob[]> {
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    // By time as an index has it, which NULLS LAST would not be.
    const orderBy =
      sort === 'createTime'
        ? [...new Set([window.column, 'id'])].map((column) => `${column} ${direction}`).join(', ')
        : `${shown[sortedBy[sort]]} ${direction} NULLS LAST, id DESC`;
    const values: unknown[] = [];
    // The newest are sorted and cut by themselves, or PostgreSQL would read and sort them all. Open jobs would be looked for in that order.
    const cut = `ORDER BY ${orderBy} LIMIT ${offset + size}`;
    const jobs = jobsOf(filter, window, Object.values(shown).join(', '), values, cut);
    return this.dataSource.query(
      `SELECT ${shownAs} FROM (${jobs}) AS job
       ORDER BY ${orderBy} LIMIT ${size} OFFSET ${offset}`,
      values,
    );
  }

  /** Jobs that have their place on a host, newest first. @param userId of this user alone; null: of anybody */
  findOpenOn(nodeId: string, userId: string | null, limit: number): Promise<ListedJob[]> {
    return this.dataSource.query(
      `SELECT ${shownAs} FROM script_job
       WHERE node_id = $1 AND ${isOpen} AND ($2::uuid IS NULL OR user_id = $2)
       ORDER BY id DESC LIMIT $3`,
      [nodeId, userId, limit],
    );
  }

  /** Those that ended there within a week, the last one first: what is older would be looked for in all that a host ever ran. */
  findEndedOn(nodeId: string, userId: string | null, limit: number): Promise<ListedJob[]> {
    return this.dataSource.query(
      `SELECT ${shownAs} FROM script_job
       WHERE node_id = $1 AND ended_at >= now() - interval '7 days' AND ($2::uuid IS NULL OR user_id = $2)
       ORDER BY ended_at DESC, id DESC LIMIT $3`,
      [nodeId, userId, limit],
    );
  }

  async countOpenOn(nodeId: string): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM script_job WHERE node_id = $1 AND ${isOpen}`,
      [nodeId],
    );
    return row?.count ?? 0;
  }

  /** How many there are in each status; without those that none has. */
  countByStatus(
    filter: JobFilter,
    window: SearchWindow,
  ): Promise<{ status: JobStatus; count: number }[]> {
    const values: unknown[] = [];
    const jobs = jobsOf(filter, window, 'status', values);
    return this.dataSource.query(
      `SELECT status, count(*)::int AS count FROM (${jobs}) AS job GROUP BY status`,
      values,
    );
  }
}

/**
 * The columns of the jobs of a window that pass a filter, without elements of arrays, as SQL; adds its values. The newest and the open ones before them, each found
 * by an index.
 * @param cut how the newest are sorted and limited
 */
function jobsOf(
  filter: JobFilter,
  { column, first }: SearchWindow,
  columns: string,
  values: unknown[],
  cut = '',
): string {
  const conditions = conditionsOf(filter, values);
  const select = (more: string[], end = ''): string =>
    `(SELECT ${columns} FROM script_job WHERE ${['array_id IS NULL', ...conditions, ...more].join(' AND ')} ${end})`;
  if (first === null) {
    return select([], cut);
  }
  values.push(first);
  const bound = `$${values.length}::${column === 'id' ? 'bigint' : 'timestamptz'}`;
  return `${select([`${column} >= ${bound}`], cut)}
    UNION ALL ${select([`${column} < ${bound}`, isOpen])}`;
}

/** SQL conditions; adds their values. */
function conditionsOf(filter: JobFilter, values: unknown[]): string[] {
  const { userId, username, jobName, queueName, statuses = [], from, to } = filter;
  const given: [condition: (value: string) => string, value: unknown][] = [
    [(value) => `user_id = ${value}`, userId],
    [(value) => `created_at >= ${value}`, from],
    [(value) => `created_at <= ${value}`, to],
    [(value) => `user_name ILIKE ${value}`, username && containsPattern(username)],
    [(value) => `job_name ILIKE ${value}`, jobName && containsPattern(jobName)],
    [(value) => `queue_name = ${value}`, queueName],
    [(value) => `status = ANY(${value})`, statuses.length > 0 ? statuses : null],
  ];
  return given.flatMap(([condition, value]) =>
    value ? [condition(`$${values.push(value)}`)] : [],
  );
}
