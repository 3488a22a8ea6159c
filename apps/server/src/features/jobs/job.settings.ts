import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting-definition.js';

const days = z.number().int().min(1).max(36_500);

/** How many jobs of one user may wait at once. */
export const maxWaitingJobs = defineSetting({
  key: 'maxWaitingJobs',
  schema: z.number().int().min(1).max(1_000_000),
  initial: () => limits.maxWaitingJobs,
});

/** How many days after its end the output of a job is kept. */
export const jobOutputDays = defineSetting({
  key: 'jobOutputDays',
  schema: days,
  initial: () => limits.jobOutputDays,
});

/** How many days after its end a job is kept. */
export const jobDays = defineSetting({
  key: 'jobDays',
  schema: days,
  initial: () => limits.jobDays,
});
