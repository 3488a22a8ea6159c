import { z } from 'zod';
import { jobProtections } from '../../agents/host-offers.js';
import { defineEndpoint } from '../../endpoint.js';
import { nodeKinds } from '../../node-kinds.js';
import { momentMs } from '../../wire.js';

const point = z.object({
  /** Milliseconds since the epoch. */
  time: z.number(),
  /** Percent, 0 to 100. */
  used: z.number(),
});

/** What is watched of nodes. */
export const nodeAlertKinds = ['cpu', 'memory', 'offline'] as const;
export type NodeAlertKind = (typeof nodeAlertKinds)[number];

/** An alert that lasts (docs/decisions/node-alerts.md). */
export const nodeAlert = z.object({
  kind: z.enum(nodeAlertKinds),
  /** Since when it has been so, milliseconds since the epoch. */
  since: z.number(),
  /** Mean percent in the time that raised the alert; null of one that is offline. */
  value: z.number().nullable(),
});
export type NodeAlert = z.infer<typeof nodeAlert>;

export const monitorRecord = z.object({
  nodeId: z.string(),
  hostname: z.string(),
  kind: z.enum(nodeKinds),
  online: z.boolean(),
  /** When the host was last heard from, milliseconds since the epoch; null: never. */
  lastSeen: z.number().nullable(),
  cpuCount: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  /** How jobs are confined there, as the agent reports it; null before its first report. */
  confinement: z.enum(['namespaces', 'bubblewrap', 'none']).nullable(),
  acceptsJobs: z.boolean(),
  /** What keeps its jobs from doing harm, as the agent has tried; null when it does not say. */
  protections: z.array(z.enum(jobProtections)).nullable(),
  /** Why it gets no jobs though it is online, for people; null when it gets them. */
  drainedReason: z.string().nullable(),
  /** Those that last, by kind. */
  alerts: z.array(nodeAlert),
  cpus: z.array(point),
  mems: z.array(point),
});
export type MonitorRecord = z.infer<typeof monitorRecord>;

export const clusterEndpoints = {
  monitorData: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/monitor/data',
    summary:
      'CPU and memory of every host, averaged into at most 300 points; the last hour by default.',
    access: { anyPermission: ['monitoring.see'] },
    audited: false,
    input: z.object({
      from: momentMs.optional(),
      to: momentMs.optional(),
      hostname: z.string().max(255).optional(),
    }),
    result: z.array(monitorRecord),
  }),
} as const;
