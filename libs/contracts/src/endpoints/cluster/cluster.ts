import { z } from 'zod';
import { diskHealthProblems, diskHealthSchema } from '../../agents/disk-health.js';
import { hostGpuSchema } from '../../agents/host-figures.js';
import { jobProtections } from '../../agents/host-offers.js';
import { defineEndpoint } from '../../endpoint.js';
import { nodeKinds } from '../../node-kinds.js';
import { idSchema, momentMs } from '../../wire.js';

const point = z.object({
  /** Milliseconds since the epoch. */
  time: z.number(),
  /** Percent, 0 to 100. */
  used: z.number(),
});

/** What is watched of nodes. */
export const nodeAlertKinds = ['cpu', 'memory', 'offline', 'disk'] as const;
export type NodeAlertKind = (typeof nodeAlertKinds)[number];

/** An alert that lasts (docs/decisions/node-alerts.md). */
export const nodeAlert = z.object({
  kind: z.enum(nodeAlertKinds),
  /** Since when it has been so, milliseconds since the epoch. */
  since: z.number(),
  /** Mean percent in the time that raised the alert; null of one that is offline or has a failing disk. */
  value: z.number().nullable(),
  /** The names of the disks that fail; of other kinds absent. */
  disks: z.array(z.string()).optional(),
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

const watchers = { anyPermission: ['monitoring.see'] } as const;

/** When alerts of hosts begin (docs/decisions/node-alerts.md), as the settings say it. */
export const alertRules = z.object({
  /** Percent of processors above which a host raises an alert; null: none is raised. */
  cpuPercent: z.number().nullable(),
  /** The same of memory. */
  memoryPercent: z.number().nullable(),
  /** For how many minutes it must be above. */
  minutes: z.number(),
  /** After how many minutes offline an alert begins; null: none does. */
  offlineMinutes: z.number().nullable(),
});
export type AlertRules = z.infer<typeof alertRules>;

/** What is under way on all hosts together. */
export const clusterWork = z.object({
  runningJobs: z.number(),
  waitingJobs: z.number(),
  /** Desktop sessions on desktops that are online. */
  sessions: z.number(),
});
export type ClusterWork = z.infer<typeof clusterWork>;

const figurePoint = z.object({
  /** Milliseconds since the epoch. */
  time: z.number(),
  /** As `uptime` says it. */
  load: z.number(),
  /** Bytes a second; null: not known. */
  networkIn: z.number().nullable(),
  networkOut: z.number().nullable(),
  /** What the way to the server and back took; null: not known. */
  roundTripMs: z.number().nullable(),
});

/** What else a host measures, over a span of time; its agent takes it once a minute. */
export const hostHistory = z.object({
  nodeId: z.string(),
  /** How far apart points are, milliseconds. */
  stepMs: z.number(),
  points: z.array(figurePoint),
  /** As they were last heard of; empty: never. Their points are those of this span. */
  disks: z.array(
    z.object({
      mount: z.string(),
      sizeBytes: z.number(),
      usedBytes: z.number(),
      points: z.array(point),
    }),
  ),
  /** Graphics processors as they were last heard of; empty: there are none, or the agent is too old. */
  gpus: z.array(
    hostGpuSchema.extend({
      /** How busy it was, and how full its memory. */
      points: z.array(point),
      memoryPoints: z.array(point),
    }),
  ),
  /** How well it reaches the server; null: its agent is too old to say. */
  reach: z
    .object({
      /** As it was last heard of; null: not known. */
      roundTripMs: z.number().nullable(),
      /** How far its clock is ahead of the server's. */
      clockOffMs: z.number().nullable(),
      /** How often its connection was lost within a day, and when it was last, milliseconds since the epoch. */
      cutsOfDay: z.number(),
      lastCutAt: z.number().nullable(),
    })
    .nullable(),
  /** How its disks are, as they were last read; null: its agent has not told, or is too old. */
  diskHealth: z
    .object({
      /** Milliseconds since the epoch, as `readAt`. */
      heardAt: z.number(),
      /** Why its agent cannot tell of some or all; null: it can. */
      problem: z.enum(diskHealthProblems).nullable(),
      disks: z.array(
        diskHealthSchema.extend({
          /** When it told this, earlier than the rest where it sleeps or does not answer; null: never. */
          readAt: z.number().nullable(),
        }),
      ),
    })
    .nullable(),
  /** When they were last heard of, milliseconds since the epoch; null: never, as of an agent that is too old. */
  heardAt: z.number().nullable(),
});
export type HostHistory = z.infer<typeof hostHistory>;

/** From when on the way to a host counts as bad: jobs and desktops there answer late, and times of its files mislead. */
export const badReach = { roundTripMs: 500, clockOffMs: 5_000 } as const;

/** Hosts that reach the server badly, as they told within five minutes. */
export const badlyReached = z.array(
  z.object({
    nodeId: z.string(),
    roundTripMs: z.number().nullable(),
    clockOffMs: z.number().nullable(),
  }),
);
export type BadlyReached = z.infer<typeof badlyReached>;

export const clusterEndpoints = {
  monitorData: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/monitor/data',
    summary:
      'CPU and memory of every host, averaged into at most 300 points; the last hour by default.',
    access: watchers,
    audited: false,
    input: z.object({
      from: momentMs.optional(),
      to: momentMs.optional(),
      hostname: z.string().max(255).optional(),
    }),
    result: z.array(monitorRecord),
  }),
  hostHistory: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/monitor/host',
    summary:
      'Load, network, disks and graphics processors of one host, averaged into at most 300 points of at most 31 days, the last hour by default; and how its disks are.',
    access: watchers,
    audited: false,
    input: z.object({ nodeId: idSchema, from: momentMs.optional(), to: momentMs.optional() }),
    result: hostHistory,
  }),
  badReach: defineEndpoint({
    feature: 'cluster',
    method: 'GET',
    path: '/monitor/badReach',
    summary:
      'Hosts whose way to the server takes long, or whose clock is wrong, as they told within five minutes.',
    access: watchers,
    audited: false,
    input: z.object({}),
    result: badlyReached,
  }),
  alertRules: defineEndpoint({
    feature: 'cluster',
    method: 'GET',
    path: '/monitor/alertRules',
    summary: 'The thresholds and times of alerts of hosts, as they are set.',
    access: watchers,
    audited: false,
    input: z.object({}),
    result: alertRules,
  }),
  work: defineEndpoint({
    feature: 'cluster',
    method: 'GET',
    path: '/monitor/work',
    summary: 'How many jobs run and wait, and how many desktop sessions there are, on all hosts.',
    access: watchers,
    audited: false,
    input: z.object({}),
    result: clusterWork,
  }),
} as const;
