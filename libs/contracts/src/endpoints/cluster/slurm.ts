import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';

const slurmCpus = z.object({ allocated: z.number(), idle: z.number(), total: z.number() });

/** A partition of Slurm. */
export const slurmPartition = z.object({
  name: z.string(),
  /** Slurm's word: UP, DOWN, DRAIN or INACTIVE. */
  state: z.string(),
  isDefault: z.boolean(),
  /** Names of its nodes. */
  nodes: z.array(z.string()),
  /** Of all its nodes; jobs of other partitions on them count as allocated. */
  cpus: slurmCpus,
  /** The most CPUs that jobs of the partition hold on one node; null: all it has. */
  mostCpusPerNode: z.number().nullable(),
  /** The longest time limit, minutes; null: none. */
  maxMinutes: z.number().nullable(),
});
export type SlurmPartitionState = z.infer<typeof slurmPartition>;

/** A node of Slurm. */
export const slurmNode = z.object({
  name: z.string(),
  /** Slurm's word in small letters: idle, mixed, allocated, down, drained, draining and others. */
  state: z.string(),
  isResponding: z.boolean(),
  cpus: slurmCpus,
  memoryMb: z.number(),
  partitions: z.array(z.string()),
  /** Why it takes no jobs, in the words of whoever took it out; empty where there is nothing to say. */
  reason: z.string(),
});
export type SlurmNodeState = z.infer<typeof slurmNode>;

/** Slurm's cluster, for people who give queues its partitions; part of `jobEndpoints`. */
export const slurmEndpoints = {
  slurmList: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/calculation/slurm/list',
    summary: 'Partitions and nodes of Slurm with their states, or why there are none to see.',
    access: { anyPermission: ['queues.manage'] },
    audited: false,
    input: z.object({}),
    result: z.object({
      /** Why the lists are empty: Slurm is not used here, or does not answer. Empty when it answered. */
      reason: z.string(),
      partitions: z.array(slurmPartition),
      nodes: z.array(slurmNode),
    }),
  }),
} as const;
