import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import {
  demandedOfNew,
  idSchema,
  nothing,
  optional,
  ruleMessage,
  wireBoolean,
} from '../../wire.js';
import { enrolment, ignored, lanIp, nodeAgent, nodeDescription } from './node-schemas.js';

/** A compute node's name: that of its host, as people write it. */
export const calculationName = z
  .string()
  .trim()
  .normalize('NFKC')
  .refine(
    (name) => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name) && name.length <= limits.nodeNameLength,
    ruleMessage(
      `主机名称须以字母或数字开头，由字母、数字、点、连字符和下划线组成，最多 ${limits.nodeNameLength} 个字符`,
      `a host's name begins with a letter or digit and has letters, digits, dots, hyphens and underscores, at most ${limits.nodeNameLength}`,
    ),
  );

export const computeNode = z.object({
  id: z.string(),
  calculationName: z.string(),
  lanIp: z.string(),
  calculationDescribe: z.string(),
  online: z.boolean(),
  state: z.literal(1),
  /** As its agent says; null before its first word. */
  cpus: z.number().nullable(),
  /** How much of them was used a moment ago, percent; null when nobody knows. */
  cpuUsed: z.number().nullable(),
  /** The queues that use it. */
  queues: z.array(z.string()),
  /** Whether its agent takes jobs. */
  acceptsJobs: z.boolean(),
  /** Why it gets no jobs though it is online, for people; null when it gets them. */
  drainedReason: z.string().nullable(),
  /** Whether an administrator took it out of service; nothing but an administrator returns it. */
  isHeld: z.boolean(),
  agent: nodeAgent,
});
export type ComputeNode = z.infer<typeof computeNode>;

const managers = { anyPermission: ['nodes.manage'] } as const;

/** Compute nodes (spec part 2 §2, §7). */
export const calculationEndpoints = {
  list: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/calculation/list',
    summary: 'Compute nodes with their agents and queues, by name.',
    access: { anyPermission: ['nodes.manage', 'queues.manage'] },
    audited: false,
    input: z.object({
      /** Part of a name, an address or a description. */
      calculationName: optional(z.string().max(255)),
    }),
    result: z.array(computeNode),
  }),
  add: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/calculation/add',
    summary:
      'Adds a compute node, or edits the one of `id`: what is absent stays. A new one comes with its enrolment command, shown once.',
    access: managers,
    audited: true,
    logged: ['id', 'calculationName', 'lanIp'],
    input: z
      .object({
        id: optional(idSchema),
        calculationName: optional(calculationName),
        lanIp: optional(lanIp),
        calculationDescribe: optional(nodeDescription),
        online: ignored,
        state: ignored,
      })
      .superRefine(demandedOfNew('calculationName', 'lanIp')),
    result: z.object({ id: z.string(), enrolment: enrolment.nullable() }),
  }),
  remove: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/calculation/delete',
    summary: 'Deletes a compute node that runs no jobs; its agent is shut out, and queues lose it.',
    access: managers,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  info: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/calculation/getCalculationInfo',
    summary: 'One compute node.',
    access: managers,
    audited: false,
    input: z.object({ calculationId: idSchema }),
    result: computeNode,
  }),
  hold: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/calculation/hold',
    summary:
      'Takes a compute node out of service, or returns it: its jobs run to their end, and it gets no new ones meanwhile.',
    access: managers,
    audited: true,
    input: z.object({ id: idSchema, isHeld: wireBoolean }),
    result: nothing,
  }),
  findName: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/calculation/find/name',
    summary: 'Whether a name can be given to a compute node: refused when it is wrong or taken.',
    access: managers,
    audited: false,
    input: z.object({
      calculationName,
      /** The node that is being edited, whose own name is free for it. */
      id: optional(idSchema),
    }),
    result: nothing,
  }),
  enrol: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/calculation/enrol',
    summary:
      'A new enrolment command; the one before ends. The present agent stays until the new one came.',
    access: managers,
    audited: true,
    input: z.object({ id: idSchema }),
    result: enrolment,
  }),
  revoke: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/calculation/revoke',
    summary: "Revokes the secret of a compute node's agent, and its enrolment command.",
    access: managers,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
} as const;
