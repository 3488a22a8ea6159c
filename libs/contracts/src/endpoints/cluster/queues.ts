import { z } from 'zod';
import { jobNetworks } from '../../agents/host-offers.js';
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
import { ignored } from './node-schemas.js';

/** A time limit of jobs, minutes. */
export const jobMinutes = z.coerce.number().int().min(1).max(limits.jobMaxMinutes);

/** The memory that a job asks for, MiB. */
export const jobMemoryMb = z.coerce.number().int().min(1).max(limits.jobMaxMemoryMb);

/** What a queue says about the network of its jobs; `automatic`: the outside where one of its nodes can give that, else none. */
export const queueNetworks = ['automatic', ...jobNetworks] as const;
export type QueueNetwork = (typeof queueNetworks)[number];

/** What runs the jobs of a queue. */
export const queueBackends = ['agent', 'slurm'] as const;
export type QueueBackend = (typeof queueBackends)[number];

/** The name of a partition of Slurm; a comma would name two. */
const partitionName = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/);

/** Letter first, then word characters (spec part 2 §5). */
export const queueName = z
  .string()
  .trim()
  .normalize('NFKC')
  .refine(
    (name) => /^\p{L}[\p{L}\p{N}_]*$/u.test(name) && name.length <= limits.nodeNameLength,
    ruleMessage(
      `队列名称须以字母开头，由字母、数字和下划线组成，最多 ${limits.nodeNameLength} 个字符`,
      `a queue's name begins with a letter and has letters, digits and underscores, at most ${limits.nodeNameLength}`,
    ),
  );

/** What a queue may use of a node: at most the node's CPUs. */
const queueNode = z.object({ id: idSchema, cpus: z.coerce.number().int().min(1).max(4096) });
const queueNodes = z.array(queueNode).max(limits.queueMaxNodes);
const refs = z.array(z.object({ id: idSchema })).max(limits.queueMaxMembers);
const ids = z.array(idSchema).max(limits.queueMaxMembers);

export const queueOption = z.object({
  id: z.string(),
  queueName: z.string(),
  /** What runs its jobs: our agents on its nodes, or Slurm. */
  backend: z.enum(queueBackends),
  /** Of a queue of Slurm: the partitions that its jobs may run in; none: Slurm's default. */
  partitions: z.array(z.string()),
  /** The addresses of its nodes, with commas; empty for who does not manage queues. */
  lanIp: z.string(),
  state: z.literal(1),
  /** Whether every user with a page of jobs may submit to it. */
  isOpenToEveryone: z.boolean(),
  /** The projects whose members may submit, and the users who may; both empty for who does not manage queues. */
  projects: z.array(z.object({ id: z.string(), projectName: z.string() })),
  userInfos: z.array(z.object({ id: z.string(), userName: z.string(), realName: z.string() })),
  /** The time limit of a job that names none, minutes. */
  defaultMinutes: z.number(),
  /** The longest that a job may name, minutes. */
  maxMinutes: z.number(),
  /** What jobs reach that are submitted now. */
  network: z.enum(jobNetworks),
  /** What the queue says about it. */
  networkChoice: z.enum(queueNetworks),
  /** Whether its jobs may work in projects, and sealed ones with what may only be viewed: some of its hosts can hold them to that. */
  takesProjectFiles: z.boolean(),
  takesSealedJobs: z.boolean(),
  /** Why it takes no jobs in projects, for people; empty when it does. */
  projectFilesReason: z.string(),
  calculations: z.array(
    z.object({
      id: z.string(),
      calculationName: z.string(),
      /** What the queue may use of it. */
      cpus: z.number(),
      online: z.boolean(),
      /** Why it gets no jobs though it is online, for people; null when it gets them. */
      drainedReason: z.string().nullable(),
      /** Whether its agent takes jobs at all. */
      acceptsJobs: z.boolean(),
      /** Whether it can give jobs the queue's network; it gets none otherwise. */
      givesNetwork: z.boolean(),
    }),
  ),
});
export type QueueOption = z.infer<typeof queueOption>;

/** A queue for its form. */
export const queueInfo = queueOption.extend({
  /** The same nodes as `calculations`, as documented. */
  queueCalculationCpu: z.array(
    z.object({
      calculationId: z.string(),
      calculationName: z.string(),
      /** What the queue may use of it. */
      cpus: z.number(),
    }),
  ),
});
export type QueueInfo = z.infer<typeof queueInfo>;

/** How busy a queue is at this moment. */
export const queueLoad = z.object({
  queueName: z.string(),
  /** Jobs that wait for a place. */
  waitingJobs: z.number(),
  /** CPUs that its jobs hold now. */
  usedCpus: z.number(),
  /** CPUs that it may use on the nodes that take jobs now. */
  totalCpus: z.number(),
  /** CPUs that the queue could use now, on all its nodes. */
  freeCpus: z.number(),
  /** The most of them on one node: a job runs on one. */
  mostFreeCpus: z.number(),
});
export type QueueLoad = z.infer<typeof queueLoad>;

const managers = { anyPermission: ['queues.manage'] } as const;

/** Queues, for submitting jobs and for managing them; part of `jobEndpoints`. */
export const queueEndpoints = {
  queueList: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/calculation/queue/list',
    summary: 'Queues: all for users who manage them, else those the caller may submit to.',
    access: { anyPermission: ['queues.manage', 'jobs.use'] },
    audited: false,
    input: z.object({}),
    result: z.array(queueOption),
  }),
  queueLoads: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/calculation/queue/loads',
    summary: 'How busy the same queues are now: waiting jobs and free CPUs.',
    access: { anyPermission: ['queues.manage', 'jobs.use'] },
    audited: false,
    input: z.object({}),
    result: z.array(queueLoad),
  }),
  queueInfo: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/calculation/queue/getQueueInfo',
    summary: 'One queue with its nodes, projects and users.',
    access: managers,
    audited: false,
    input: z.object({ queueId: idSchema }),
    result: queueInfo,
  }),
  queueAdd: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/calculation/queue/add',
    summary:
      'Adds a queue, or edits the one of `id`: what is absent stays. Network and time limits hold for the jobs that are submitted from then on.',
    access: managers,
    audited: true,
    logged: [
      'id',
      'queueName',
      'isOpenToEveryone',
      'backend',
      'network',
      'defaultMinutes',
      'maxMinutes',
    ],
    input: z
      .object({
        id: optional(idSchema),
        queueName: optional(queueName),
        /** Absent of a new one: `agent`. Jobs that are there already stay with what they were given to. */
        backend: optional(z.enum(queueBackends)),
        partitions: optional(z.array(partitionName).max(limits.queueMaxPartitions)),
        /** Its nodes from now on, at least one; a queue of Slurm has none. */
        calculations: optional(queueNodes.min(1)),
        /** Nodes that are added or get another number of CPUs, and nodes that are taken away, so that what a colleague changed meanwhile stays. */
        setCalculations: optional(queueNodes),
        removeCalculationIds: optional(ids),
        /** The projects whose members may submit, and the users who may, from now on; and the same as changes. */
        projects: optional(refs),
        addProjectIds: optional(ids),
        removeProjectIds: optional(ids),
        userInfos: optional(refs),
        addUserIds: optional(ids),
        removeUserIds: optional(ids),
        /** Absent of a new one: only those named may submit. */
        isOpenToEveryone: optional(wireBoolean),
        network: optional(z.enum(queueNetworks)),
        /** At most `maxMinutes`. */
        defaultMinutes: optional(jobMinutes),
        maxMinutes: optional(jobMinutes),
        /** Follows from the nodes. */
        lanIp: ignored,
        state: ignored,
      })
      .superRefine(demandedOfNew('queueName'))
      .superRefine((input, context) => {
        if (input.backend !== 'slurm') {
          demandedOfNew('calculations')(input, context);
        }
      }),
    result: z.object({ id: z.string() }),
  }),
  queueDelete: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/calculation/queue/delete',
    summary:
      'Deletes a queue. While jobs of it wait or run it is refused, unless they are to be cancelled.',
    access: managers,
    audited: true,
    logged: ['id', 'cancelJobs'],
    input: z.object({ id: idSchema, cancelJobs: wireBoolean.default(false) }),
    result: nothing,
  }),
} as const;
