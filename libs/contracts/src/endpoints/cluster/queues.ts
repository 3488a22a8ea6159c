import { z } from 'zod';
import { jobNetworks } from '../../agents/host-offers.js';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { idSchema, nothing } from '../../wire.js';

/** A time limit of jobs, minutes. */
export const jobMinutes = z.coerce.number().int().min(1).max(limits.jobMaxMinutes);

/** The memory that a job asks for, MiB. */
export const jobMemoryMb = z.coerce.number().int().min(1).max(limits.jobMaxMemoryMb);

/** What a queue says about the network of its jobs; `automatic`: the outside where one of its nodes can give that, else none. */
export const queueNetworks = ['automatic', ...jobNetworks] as const;
export type QueueNetwork = (typeof queueNetworks)[number];

export const queueOption = z.object({
  id: z.string(),
  queueName: z.string(),
  state: z.literal(1),
  /** The time limit of a job that names none, minutes. */
  defaultMinutes: z.number(),
  /** The longest that a job may name, minutes. */
  maxMinutes: z.number(),
  /** What jobs reach that are submitted now. */
  network: z.enum(jobNetworks),
  /** What the queue says about it. */
  networkChoice: z.enum(queueNetworks),
  calculations: z.array(
    z.object({
      id: z.string(),
      calculationName: z.string(),
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

/** How busy a queue is at this moment. */
export const queueLoad = z.object({
  queueName: z.string(),
  /** Jobs that wait for a place. */
  waitingJobs: z.number(),
  /** CPUs that the queue could use now, on all its nodes. */
  freeCpus: z.number(),
  /** The most of them on one node: a job runs on one. */
  mostFreeCpus: z.number(),
});
export type QueueLoad = z.infer<typeof queueLoad>;

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
  queueEdit: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/calculation/queue/edit',
    summary: 'What a queue gives the jobs that are submitted from now on.',
    access: { anyPermission: ['queues.manage'] },
    audited: true,
    logged: ['id', 'network', 'defaultMinutes', 'maxMinutes'],
    input: z.object({
      id: idSchema,
      /** Absent, as the others: as it is. */
      network: z.enum(queueNetworks).optional(),
      /** At most `maxMinutes`. */
      defaultMinutes: jobMinutes.optional(),
      maxMinutes: jobMinutes.optional(),
    }),
    result: nothing,
  }),
} as const;
