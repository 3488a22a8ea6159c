import { Injectable } from '@nestjs/common';
import { limits, type JobStatus, type jobSorts } from '@clusterdesk/contracts';
import { Between, DataSource, ILike, In, IsNull, Raw, type FindOptionsWhere } from 'typeorm';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import { ScriptJobEntity } from '../script-job.entity.js';

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

type Sort = (typeof jobSorts)[number];

interface Page {
  sort: Sort;
  order: 'asc' | 'desc';
  offset: number;
  size: number;
}

/** `id` grows with the time of submission. */
const columnOf = {
  createTime: 'id',
  startTime: 'startedAt',
  endTime: 'endedAt',
  scriptName: 'jobName',
  queueName: 'queueName',
  cpus: 'cpus',
  cpuSeconds: 'cpuSeconds',
  maxRssBytes: 'maxRssBytes',
} as const satisfies Record<Sort, keyof ScriptJobEntity>;

/** Later than any job. */
const maxTimeMs = 8_640_000_000_000;

/** Queries of the list of jobs. */
@Injectable()
export class JobSearchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page; equal ones newest first. */
  find(filter: JobFilter, { sort, order, offset, size }: Page): Promise<ScriptJobEntity[]> {
    const column = columnOf[sort];
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    return this.dataSource.getRepository(ScriptJobEntity).find({
      where: whereOf(filter),
      order:
        column === 'id'
          ? { id: direction }
          : { [column]: { direction, nulls: 'LAST' }, id: 'DESC' },
      skip: offset,
      take: size,
    });
  }

  /** How many there are in each status; without those that none has. */
  async countByStatus(filter: JobFilter): Promise<{ status: JobStatus; count: number }[]> {
    const rows = await this.dataSource
      .getRepository(ScriptJobEntity)
      .createQueryBuilder('job')
      .select('job.status', 'status')
      .addSelect('count(*)::int', 'count')
      .where(whereOf(filter))
      .groupBy('job.status')
      .getRawMany<{ status: JobStatus; count: number }>();
    return rows;
  }
}

/** Searches open jobs and the newest ones of its time: what was kept for years is not read at each keystroke. */
function whereOf(filter: JobFilter): FindOptionsWhere<ScriptJobEntity> {
  const { userId = null, username, jobName, queueName, statuses = [], from, to } = filter;
  const ofTime = [
    ...(userId ? ['user_id = :userId'] : []),
    ...(from ? ['created_at >= :from'] : []),
    ...(to ? ['created_at <= :to'] : []),
  ];
  const order = from || to ? 'created_at DESC, id DESC' : 'id DESC';
  const newest = `coalesce((
    SELECT id FROM script_job ${ofTime.length > 0 ? `WHERE ${ofTime.join(' AND ')}` : ''}
    ORDER BY ${order} LIMIT 1 OFFSET ${limits.jobsListed}), 0)`;
  return {
    id: Raw((id) => `(${id} > ${newest} OR status IN ('PENDING', 'RUNNING'))`, {
      userId,
      from,
      to,
    }),
    // Elements are shown with their array.
    arrayId: IsNull(),
    ...(userId && { userId }),
    ...((from ?? to) && { createdAt: Between(from ?? new Date(0), to ?? new Date(maxTimeMs)) }),
    ...(username && { userName: ILike(containsPattern(username)) }),
    ...(jobName && { jobName: ILike(containsPattern(jobName)) }),
    ...(queueName && { queueName }),
    ...(statuses.length > 0 && { status: In([...statuses]) }),
  };
}
