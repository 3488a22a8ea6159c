import { z } from 'zod';
import { nodeAlertKinds } from '../endpoints/cluster/cluster.js';
import { defineNotification } from '../endpoints/platform/notifications.js';
import { nodeKinds } from '../node-kinds.js';

const ofNodes = {
  alert: z.enum(nodeAlertKinds),
  /** Names of nodes, the first few in order: hosts that fall silent together are one notification. */
  hosts: z.array(z.string()).min(1),
  /** How many nodes there are in all. */
  count: z.number().int().min(1),
  /** The threshold of load; null where there is none. */
  percent: z.number().nullable(),
};

/** Told to users who may see hosts: these have been offline, or too busy, for longer than the alert allows, or a disk of theirs fails. */
export const nodeAlertsBeganNotice = defineNotification({
  kind: 'cluster.alerts-began',
  group: 'hosts',
  payload: z.object({
    ...ofNodes,
    /** For how long it has been so, at least. */
    minutes: z.number(),
    /** Mean percent of the one node; null of several, and where there is no load to tell. */
    value: z.number().nullable(),
    /** The names of the disks of the one host that fail; absent of several, of other kinds, and in those of earlier versions. */
    disks: z.array(z.string()).optional(),
    /** The alert lasts already, and another disk has joined. */
    isAnother: z.literal(true).optional(),
  }),
});

/** Told to the users who may change the node: several hosts use its credentials. */
export const nodeClonedNotice = defineNotification({
  kind: 'cluster.node-cloned',
  group: 'security',
  payload: z.object({
    nodeKind: z.enum(nodeKinds),
    name: z.string(),
    hosts: z.array(z.string()),
  }),
});

/** Told to those to whom a desktop is assigned from now on. */
export const desktopAssignedNotice = defineNotification({
  kind: 'cluster.desktop-assigned',
  group: 'desktops',
  payload: z.object({ desktopName: z.string() }),
});

/** Told to those to whom a desktop is assigned: it is opened at another address from now on. */
export const desktopMovedNotice = defineNotification({
  kind: 'cluster.desktop-moved',
  group: 'desktops',
  payload: z.object({
    desktopName: z.string(),
    /** As a browser opens it; null: it has none any more. */
    openUrl: z.string().nullable(),
  }),
});

/** Why an alert is over: all is well again, or nobody can tell or wants to know any more. */
export const nodeAlertEnds = ['recovered', 'unwatched'] as const;
export type NodeAlertEnd = (typeof nodeAlertEnds)[number];

/** Told to the same people: it is over. */
export const nodeAlertsEndedNotice = defineNotification({
  kind: 'cluster.alerts-ended',
  group: 'hosts',
  payload: z.object({ ...ofNodes, reason: z.enum(nodeAlertEnds) }),
});
