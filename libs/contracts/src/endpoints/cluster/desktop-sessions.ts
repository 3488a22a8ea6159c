import { z } from 'zod';
import { desktopSessionKinds } from '../../agents/session-protocol.js';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, optional, pageSize, wireTime } from '../../wire.js';

/** A desktop session that runs now (spec part 2 §3, online user). */
export const desktopSession = z.object({
  /** The user's id; null where the host's account belongs to no user of the platform. */
  id: z.string().nullable(),
  sessionId: z.string(),
  /** The host's account. */
  userName: z.string(),
  realName: z.string(),
  desktopName: z.string(),
  lanIp: z.string(),
  wanIp: z.string(),
  kind: z.enum(desktopSessionKinds),
  /** Such as `:1`; empty where it has none. */
  display: z.string(),
  since: wireTime,
  /** Since when nobody used it; null: in use, or not known. */
  idleSince: wireTime.nullable(),
});
export type DesktopSession = z.infer<typeof desktopSession>;

const enders = { anyPermission: ['desktops.end-sessions'] } as const;

/** Desktop sessions (spec part 2 §7, online sessions). */
export const desktopSessionEndpoints = {
  list: defineEndpoint({
    feature: 'cluster',
    method: 'GET',
    path: '/idw/getOnlinUserList',
    summary: 'Desktop sessions that run now on desktops that are there, the newest first.',
    access: enders,
    audited: false,
    input: z.object({
      /** From 1. */
      currentPage: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: pageSize.default(10),
      /** Part of a user's or a desktop's name or address. */
      search: optional(z.string().max(255)),
    }),
    result: z.object({
      data: z.array(desktopSession),
      totalRow: z.number(),
      /** Names of desktops that are offline and had sessions when they were last heard of: what runs there is not known. */
      away: z.array(z.string()).max(20).optional(),
    }),
  }),
  onHost: defineEndpoint({
    feature: 'cluster',
    method: 'GET',
    path: '/idw/sessionsOnHost',
    summary:
      "Desktop sessions that run now on one desktop, the newest first: all for those who may end them, one's own for others. Others' are counted.",
    access: { anyPermission: ['monitoring.see'] },
    audited: false,
    input: z.object({ nodeId: idSchema }),
    result: z.object({
      /** At most 50. */
      sessions: z.array(desktopSession),
      /** All that there are, whoever's they are. */
      count: z.number(),
    }),
  }),
  close: defineEndpoint({
    feature: 'cluster',
    method: 'GET',
    path: '/idw/closeDesktop',
    summary:
      'Ends a desktop session, or all of a user; answered when their hosts have looked again and they are gone.',
    access: enders,
    audited: true,
    input: z.object({ userId: optional(idSchema), sessionId: optional(idSchema) }),
    result: z.object({ closed: z.number() }),
  }),
} as const;
