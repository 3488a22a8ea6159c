import { z } from 'zod';
import {
  applicationActions,
  applicationName,
  applicationVersion,
} from '../../agents/application-protocol.js';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { nodeKinds } from '../../node-kinds.js';
import { idSchema, optional, pageSize } from '../../wire.js';

/** 0 not installed, 1 installed on every online node of its kinds, 2 a node is at work (spec part 2 §4). */
export const installStatuses = [0, 1, 2] as const;
export type InstallStatus = (typeof installStatuses)[number];

const count = z.number().int();

/** An application of the catalogue, and how it stands with the nodes of its kinds. */
export const hostApplication = z.object({
  name: z.string(),
  version: z.string(),
  type: z.string(),
  /** In the caller's language, or in the one there is. */
  description: z.string(),
  /** As the manifest has it; empty where it has none in that language. */
  descriptions: z.object({ cn: z.string(), en: z.string() }),
  kinds: z.array(z.enum(nodeKinds)),
  installStatus: z.literal(installStatuses),
  /** Why it is 0, where some node has it or something failed; else empty. */
  message: z.string(),
  /** Online nodes of its kinds; of those: with this version, with another one, whose last run failed. `working`: also of others. */
  nodes: z.object({
    online: count,
    installed: count,
    outdated: count,
    failed: count,
    working: count,
  }),
  /** On how many nodes each action would run a script now. */
  targets: z.object({ install: count, uninstall: count, update: count, retry: count }),
});
export type HostApplication = z.infer<typeof hostApplication>;

/** `none`: nothing was ever done there. */
export const applicationRunStates = [
  'none',
  'waiting',
  'asked',
  'running',
  'succeeded',
  'failed',
] as const;
export type ApplicationRunState = (typeof applicationRunStates)[number];

/** How one application stands with one node: whether it is there, and the last run of a script. */
export const applicationNode = z.object({
  /** Null: it was deleted while a script waited or ran there. */
  nodeId: z.string().nullable(),
  nodeName: z.string(),
  kind: z.enum(nodeKinds),
  online: z.boolean(),
  /** The version that the platform put there; null: none. */
  installedVersion: z.string().nullable(),
  /** Whether its agent found the application's program there, however it came; null: it was not asked, or has not told. */
  isOnHost: z.boolean().nullable(),
  runId: z.string().nullable(),
  action: z.enum(applicationActions).nullable(),
  state: z.enum(applicationRunStates),
  /** Why it waits or failed, for people; empty where there is nothing to say. */
  message: z.string(),
  exitCode: z.number().nullable(),
  /** A failed run whose script may still be at work on the host: it is not retried before it is certain to be over. */
  mayStillRun: z.boolean(),
  /** Milliseconds since the epoch. */
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  outputBytes: z.number(),
});
export type ApplicationNode = z.infer<typeof applicationNode>;

/** `ready`: it can be chosen now. `offline`: no agent of it is connected. `stillRunning`: a script of an earlier decision may be at work there. */
export const plannedNodeStates = ['ready', 'offline', 'stillRunning'] as const;

/** A node that a decision would apply to. */
export const plannedNode = z.object({
  nodeId: z.string(),
  nodeName: z.string(),
  kind: z.enum(nodeKinds),
  /** Which of the scripts would run there: for `retry`, that of the action that failed. */
  action: z.enum(applicationActions),
  state: z.enum(plannedNodeStates),
  /** The version that the platform put there; null: none. */
  installedVersion: z.string().nullable(),
  /** Whether its agent found the application's program there, however it came; null: it was not asked, or has not told. */
  isOnHost: z.boolean().nullable(),
});
export type PlannedNode = z.infer<typeof plannedNode>;

/** What a decision would do: the scripts that root runs, and where. */
export const applicationPlan = z.object({
  /** As they would be sent, one for each action. */
  scripts: z.array(z.object({ action: z.enum(applicationActions), script: z.string() })),
  /** Stands for all scripts of the application: a decision that names it is refused once one of them is another. */
  digest: z.string(),
  /** By name. */
  nodes: z.array(plannedNode),
});
export type ApplicationPlan = z.infer<typeof applicationPlan>;

/** What a decision started. */
const started = z.object({ nodes: count });

const which = z.object({ name: applicationName, version: applicationVersion });
const managers = { anyPermission: ['applications.manage'] } as const;

const decision = <const Path extends string>(path: Path, summary: string) =>
  defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path,
    summary,
    access: managers,
    audited: true,
    logged: ['name', 'version'],
    input: which.extend({
      /** The nodes to run it on: each of them, or none where one cannot take it. Absent: every online node that the action applies to. */
      nodeIds: z.array(idSchema).min(1).max(limits.applicationNodesInList).optional(),
      /** As the plan has it: what was read is what runs, or nothing; absent: whatever the catalogue has. */
      digest: optional(z.string().max(64)),
    }),
    result: started,
  });

/** Applications on desktop and compute nodes (spec part 2 §2, §4, §7; contract: Cluster). */
export const applicationEndpoints = {
  list: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/application/list',
    summary: 'Applications of the catalogue by name, with how they stand with the nodes.',
    access: managers,
    audited: false,
    input: z.object({
      type: optional(z.string().max(64)),
      /** Part of a name. */
      name: optional(z.string().max(255)),
      pageNo: z.coerce.number().int().min(0).default(0),
      pageSize: pageSize.default(10),
    }),
    result: z.object({ data: z.array(hostApplication), total: count }),
  }),
  types: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/application/types',
    summary: 'The types of the catalogue, to filter by.',
    access: managers,
    audited: false,
    input: z.object({}),
    result: z.array(z.string()),
  }),
  plan: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/application/plan',
    summary: `What an action would run, and on which nodes; at most ${limits.applicationNodesInList} of them.`,
    access: managers,
    audited: false,
    input: which.extend({ action: z.enum([...applicationActions, 'retry']) }),
    result: applicationPlan,
  }),
  install: decision(
    '/application/install',
    'Installs an application on online nodes of its kinds, or on all of them.',
  ),
  uninstall: decision(
    '/application/un/install',
    'Removes an application from the online nodes that have it, or where it failed.',
  ),
  update: decision(
    '/application/update',
    'Updates an application on the online nodes that have it.',
  ),
  retry: decision(
    '/application/retry',
    'Runs the last script again on the online nodes where it failed, and on no others.',
  ),
  nodes: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/application/nodes',
    summary: `How an application stands with each node of its kinds, by name; at most ${limits.applicationNodesInList}.`,
    access: managers,
    audited: false,
    input: which,
    result: z.array(applicationNode),
  }),
  output: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/application/output',
    summary:
      'Output of the last script of an application on a node from a byte offset on; ask again from nextOffset.',
    access: managers,
    audited: false,
    input: which.extend({
      nodeId: idSchema,
      offset: z.coerce.number().int().min(0).default(0),
    }),
    result: z.object({
      /** Another one than before: a new script, whose output begins at 0. */
      runId: z.string(),
      offset: z.number(),
      nextOffset: z.number(),
      text: z.string(),
      /** Whether the script has ended and nothing follows nextOffset. */
      isComplete: z.boolean(),
    }),
  }),
} as const;
