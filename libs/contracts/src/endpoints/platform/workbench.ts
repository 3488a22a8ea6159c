import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';

/** What the workbench shows: what waits for the caller, and the figures of the tiles. Each is null for whom has not its page. */
export const workbenchFigures = z.object({
  /** The caller's own jobs. Changes with the events `jobUpdated`. */
  jobs: z.object({ running: z.number(), waiting: z.number() }).nullable(),
  /** Hosts with an agent. Changes with `nodeStatus` and `nodeAlertsChanged`, for whom watches the topic `hosts`. */
  hosts: z
    .object({
      online: z.number(),
      total: z.number(),
      /** How many that the caller keeps are down or have an alert; null for whom keeps none. */
      troubled: z.number().nullable(),
    })
    .nullable(),
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
  approvals: z
    .object({
      awaitingMe: z.number(),
      pending: z.number(),
      /** Own approvals that end within `limits.approvalEndsSoonMs`, and of which nothing was downloaded yet. */
      ending: z.number(),
    })
    .nullable(),
  /** Shares received, of which the notification is unread. Changes with `notificationAdded` and `notificationsRead`. */
  newShares: z.number().nullable(),
  /** Changes with `notificationAdded` and `notificationsRead`. */
  unreadNotifications: z.number(),
  /** For system administrators: what a new platform needs. Null for others. */
  setup: z
    .object({
      /** The caller changed the own password, as far back as the log says. */
      hasOwnPassword: z.boolean(),
      hasMail: z.boolean(),
      /** Somebody added or imported users: built-in ones do not count. */
      hasUsers: z.boolean(),
      /** There is a queue with a node. */
      hasQueue: z.boolean(),
      /** A whole backup was taken here. */
      hasBackup: z.boolean(),
      /** It is said how people and hosts reach the platform. */
      hasPublicUrl: z.boolean(),
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
      'Jobs, hosts, storage, projects, applications, new shares and unread notifications in figures; each for whom has its page.',
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: workbenchFigures,
  }),
} as const;
