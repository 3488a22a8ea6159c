import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { idSchema, optional, wireDate } from '../../wire.js';
import { noExpiry, userPages } from './user-fields.js';

/** What came of one of several users. */
export const bulkAnswer = z.object({
  id: z.string(),
  done: z.boolean(),
  /** The stable code of the refusal, and its sentence in the caller's language. */
  error: z.string().nullable(),
  message: z.string().nullable(),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;

/** Several users of one call; each is decided by itself. */
export const bulkIds = z.array(idSchema).min(1).max(limits.bulkUsers);

/** What is done to several users at once; part of `userEndpoints`. */
export const userBulkEndpoints = {
  bulkFreeze: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/bulk/freeze',
    summary: 'Freeze or activate several users, as /user/info/freeze does one; an answer for each.',
    access: userPages,
    audited: true,
    logged: ['freeze'],
    input: z.object({
      ids: bulkIds,
      freeze: z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)])),
      startDate: optional(wireDate),
      endDate: optional(wireDate),
      noExpiry,
    }),
    result: z.array(bulkAnswer),
  }),
  bulkAddRole: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/bulk/role',
    summary: 'Give several users one more role; an answer for each.',
    access: userPages,
    audited: true,
    input: z.object({ ids: bulkIds, roleId: idSchema }),
    result: z.array(bulkAnswer),
  }),
  bulkRemove: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/bulk/delete',
    summary: 'Delete several users, as /user/info/delete does one; an answer for each.',
    access: userPages,
    audited: true,
    input: z.object({ ids: bulkIds }),
    result: z.array(bulkAnswer),
  }),
} as const;
