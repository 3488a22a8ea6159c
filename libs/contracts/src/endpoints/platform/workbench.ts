import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';

/** What the tiles of the workbench show first. Each is null for whom has not its page. */
export const workbenchFigures = z.object({
  /** The caller's own jobs. Changes with the events `jobUpdated`. */
  jobs: z.object({ running: z.number(), waiting: z.number() }).nullable(),
  /** Hosts with an agent. Changes with `nodeStatus`, for whom watches the topic `hosts`. */
  hosts: z.object({ online: z.number(), total: z.number() }).nullable(),
  /** The caller's disk, trash included, bytes. Changes with `filesChanged` and `trashChanged`. */
  disk: z
    .object({
      /** Null: not measured yet; ask again a moment later. */
      usedBytes: z.number().nullable(),
      /** Null: as much as the disk holds. */
      quotaBytes: z.number().nullable(),
    })
    .nullable(),
  /** Projects that the caller owns or administers, and those that the caller has joined. Changes with `projectsChanged`. */
  projects: z.object({ managed: z.number(), joined: z.number() }).nullable(),
  /** Applications that wait for the caller's word, and own ones that wait for others'. Changes with `approvalsChanged`. */
  approvals: z.object({ awaitingMe: z.number(), pending: z.number() }).nullable(),
  /** Changes with `notificationAdded` and `notificationsRead`. */
  unreadNotifications: z.number(),
  /** For system administrators: what a new platform needs. Null for others. */
  setup: z
    .object({
      /** The caller changed the own password, as far back as the log says. */
      hasOwnPassword: z.boolean(),
      hasMail: z.boolean(),
      /** Somebody added or imported users. */
      hasUsers: z.boolean(),
    })
    .nullable(),
  /**
   * For system administrators: since when, milliseconds, calls name a proxy that nobody declared, as the server that answers saw it
   * since its start; null: none did.
   */
  undeclaredProxyAt: z.number().nullable(),
});
export type WorkbenchFigures = z.infer<typeof workbenchFigures>;

export const workbenchEndpoints = {
  facts: defineEndpoint({
    feature: 'workbench',
    method: 'POST',
    path: '/workbench/facts',
    summary:
      'Jobs, hosts, storage, projects, applications and unread notifications in figures; each for whom has its page.',
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: workbenchFigures,
  }),
} as const;
