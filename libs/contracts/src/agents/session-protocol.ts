import { z } from 'zod';
import { agentMoment, hostText } from './agent-values.js';

/** Desktop sessions that one agent reports at most; a host with more reports the newest. */
export const agentSessionsMax = 500;

/** How a session is known to its host: by logind, by utmp, or by its display's process. */
export const desktopSessionKinds = ['logind', 'utmp', 'xrdp', 'vnc', 'x11'] as const;
export type DesktopSessionKind = (typeof desktopSessionKinds)[number];

/** One desktop session of a host. */
export const hostSessionSchema = z.object({
  /** Unlike that of any other session of this host, also of later ones with the same display. */
  key: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[\w.:@-]+$/),
  kind: z.enum(desktopSessionKinds),
  /** The account of the host that it belongs to. */
  user: hostText(255),
  /** The display, such as `:1`; empty where it has none. */
  display: hostText(64),
  /** When it began. */
  since: agentMoment,
  /** Since when nobody typed or pointed; null: in use, or not known. */
  idleSince: agentMoment.nullable(),
});
export type HostSession = z.infer<typeof hostSessionSchema>;

/** All desktop sessions of the host at this moment: when they have changed, and once a minute. */
export const sessionReportSchema = z.object({
  sessions: z.array(hostSessionSchema).max(agentSessionsMax),
});
export type SessionReport = z.infer<typeof sessionReportSchema>;

/** Ends sessions: as logind does, else TERM to their processes and KILL to those that are left after 5 s. */
export const closeSessionsSchema = z.object({
  keys: z.array(hostSessionSchema.shape.key).min(1).max(agentSessionsMax),
});
export type CloseSessions = z.infer<typeof closeSessionsSchema>;

/** Sent when the host was looked at again: which of the named sessions are gone, and which still run. */
export const closeSessionsReplySchema = z.object({
  closed: z.array(z.string().max(128)).max(agentSessionsMax),
  left: z.array(z.string().max(128)).max(agentSessionsMax),
});
export type CloseSessionsReply = z.infer<typeof closeSessionsReplySchema>;
