import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { pageSchema, wireTime } from '../../wire.js';

export const logLevels = ['INFO', 'WARN', 'ERROR'] as const;

export const logRow = z.object({
  id: z.string(),
  logLevel: z.enum(logLevels),
  logModel: z.string(),
  methodName: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** Error code of a refused or failed call. */
  errorCode: z.string().nullable(),
  address: z.string().nullable(),
  /** What the change was about, where the call names it. */
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  createTime: wireTime,
});
export type LogRow = z.infer<typeof logRow>;

export const auditEndpoints = {
  list: defineEndpoint({
    feature: 'audit',
    method: 'POST',
    path: '/log/list',
    summary:
      'The log, newest first. totalElements is exact up to 10,000 and says at least that beyond.',
    access: { anyPermission: ['log.see'] },
    audited: false,
    input: z.object({
      ...pageSchema,
      logLevel: z.enum(logLevels).optional(),
      logModel: z.string().trim().max(64).optional(),
      userName: z.string().trim().max(64).optional(),
    }),
    result: z.object({ content: z.array(logRow), totalElements: z.number() }),
  }),
} as const;
