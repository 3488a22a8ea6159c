import { z } from 'zod';
import { healthCheckNames, healthReasons, healthStates } from '../endpoints/platform/health.js';
import { defineNotification } from '../endpoints/platform/notifications.js';

/** Told to system administrators: parts of the platform are in another state than before, two looks in a row. */
export const healthChangedNotice = defineNotification({
  kind: 'operations.health-changed',
  group: 'platform',
  payload: z.object({
    changed: z
      .array(
        z.object({
          name: z.enum(healthCheckNames),
          state: z.enum(healthStates),
          reason: z.enum(healthReasons).nullable(),
        }),
      )
      .min(1),
  }),
});
