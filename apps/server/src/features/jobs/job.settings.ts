import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import type { SettingDefinition } from '../../platform/settings/settings.service.js';

const days = z.number().int().min(1).max(36_500);

/** How many jobs of one user may wait at once. */
export const maxWaitingJobs = {
  key: 'maxWaitingJobs',
  schema: z.number().int().min(1).max(1_000_000),
  initial: () => limits.maxWaitingJobs,
} satisfies SettingDefinition<z.ZodNumber>;

/** How many days after its end the output of a job is kept. */
export const jobOutputDays = {
  key: 'jobOutputDays',
  schema: days,
  initial: () => limits.jobOutputDays,
} satisfies SettingDefinition<z.ZodNumber>;

/** How many days after its end a job is kept. */
export const jobDays = {
  key: 'jobDays',
  schema: days,
  initial: () => limits.jobDays,
} satisfies SettingDefinition<z.ZodNumber>;
