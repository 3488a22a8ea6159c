import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting-definition.js';

/** What an open session has left at most, where a setting became shorter; that of a target ends by its own rule. */
const shorten = (key: string, from: string, unit: 'hours' | 'days'): string =>
  `UPDATE user_session SET expires_at = least(expires_at,
     ${from} + make_interval(${unit} => (SELECT value::int FROM setting WHERE key = '${key}')))
   WHERE drawn_by IS NULL`;

/** A session that is unused so long ends. */
export const sessionIdleHours = defineSetting({
  key: 'sessionIdleHours',
  schema: z.number().int().min(1).max(8_760),
  initial: () => limits.sessionIdleHours,
  page: { kind: 'hours' },
  whenSet: async (manager) => {
    await manager.query(shorten('sessionIdleHours', 'last_used_at', 'hours'));
  },
});

/** A session ends so long after the sign-in, however much it is used. */
export const sessionMaxDays = defineSetting({
  key: 'sessionMaxDays',
  schema: z.number().int().min(1).max(365),
  initial: () => limits.sessionMaxDays,
  page: { kind: 'days' },
  whenSet: async (manager) => {
    await manager.query(shorten('sessionMaxDays', 'created_at', 'days'));
  },
});
