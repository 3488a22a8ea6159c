import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';
import { jobStatuses } from '../endpoints/cluster/job-rows.js';

/** Told to the owner of a job when it has ended. */
export const jobEndedNotice = defineNotification({
  kind: 'jobs.ended',
  group: 'jobs',
  payload: z.object({
    jobId: z.string(),
    jobName: z.string(),
    status: z.enum(jobStatuses),
    /** Null where its script did not end by itself. */
    exitCode: z.number().nullable(),
  }),
});
