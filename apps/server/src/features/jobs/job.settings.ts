import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting-definition.js';

const days = z.number().int().min(1).max(36_500);

/** How many jobs of one user may wait at once. */
export const maxWaitingJobs = defineSetting({
  key: 'maxWaitingJobs',
  schema: z.number().int().min(1).max(1_000_000),
  initial: () => limits.maxWaitingJobs,
  page: { kind: 'integer' },
});

/**
 * The share of a queue's CPUs, percent, that one user's jobs may hold while other users' jobs wait in it; beyond that the user's jobs
 * come after the others'.
 * 100: first come, first served throughout.
 */
export const queueSharePerUser = defineSetting({
  key: 'queueSharePerUser',
  schema: z.number().int().min(1).max(100),
  initial: () => limits.queueSharePerUser,
  page: { kind: 'percent' },
});

/** How many days after its end the output of a job is kept. */
export const jobOutputDays = defineSetting({
  key: 'jobOutputDays',
  schema: days,
  initial: () => limits.jobOutputDays,
  page: { kind: 'days' },
});

/** Less than one job's output: what was set when that was smaller is still valid, and such a job loses its output when it ends. */
const leastOutputPerUser = 64 * 1024 ** 2;

/** How many bytes of output one user's jobs may have together; beyond that, the oldest outputs are deleted first. */
export const jobOutputBytesPerUser = defineSetting({
  key: 'jobOutputBytesPerUser',
  schema: z.number().int().min(leastOutputPerUser),
  initial: () => limits.jobOutputBytesPerUser,
  page: { kind: 'bytes' },
});

/** How many days after its end a job is kept. */
export const jobDays = defineSetting({
  key: 'jobDays',
  schema: days,
  initial: () => limits.jobDays,
  page: { kind: 'days' },
});
