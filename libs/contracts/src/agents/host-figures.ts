import { z } from 'zod';
import { agentMoment, hostText } from './agent-values.js';

/** File systems that an agent tells of at most. */
export const hostDisksMax = 16;

/** How often an agent takes them, milliseconds. */
export const hostFiguresMs = 60_000;

const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Bytes a second; null: not known. */
const rate = z.number().min(0).max(1e15).nullable();

/** One file system of a host's own disks. */
export const hostDiskSchema = z.object({
  /** Where it is mounted. */
  mount: hostText(255),
  sizeBytes: bytes,
  /** What others than root cannot write to counts as used. */
  usedBytes: bytes,
});
export type HostDisk = z.infer<typeof hostDiskSchema>;

/** Graphics processors that an agent tells of at most. */
export const hostGpusMax = 16;

/** One graphics processor. */
export const hostGpuSchema = z.object({
  /** As its driver numbers it. */
  index: z.number().int().min(0).max(1_023),
  name: hostText(64),
  /** Percent of the last moments in which it computed; null: it does not say. */
  used: z.number().min(0).max(100).nullable(),
  memoryBytes: bytes,
  memoryUsedBytes: bytes,
  /** Degrees Celsius; null: it does not say. */
  temperature: z.number().min(0).max(1_000).nullable(),
});
export type HostGpu = z.infer<typeof hostGpuSchema>;

/** How well an agent reached the server in the minute before. */
export const hostReachSchema = z.object({
  /** What its words took to the server and back, on average, without what the server did meanwhile; null: none came back. */
  roundTripMs: z.number().min(0).max(1e9).nullable(),
  /** How far the host's clock is ahead of the server's; less than 0: behind. */
  clockOffMs: z.number().min(-1e15).max(1e15).nullable(),
  /** How often its connection was lost. */
  cuts: z.number().int().min(0).max(1e6),
});
export type HostReach = z.infer<typeof hostReachSchema>;

/** Processes that one report names at most: the first ten by processors, and the first ten by memory. */
export const hostProcessesMax = 20;

/** One process, by its name alone: the arguments of a command line may hold secrets. */
export const hostProcessSchema = z.object({
  pid: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31),
  name: hostText(64),
  /** The account that it runs as; its number where it has no name. */
  user: hostText(255),
  /** Percent of one processor, since the look before: more than 100 where it uses several. */
  cpu: z.number().min(0).max(1e6),
  memoryBytes: bytes,
});
export type HostProcess = z.infer<typeof hostProcessSchema>;

/** What an agent tells of its host once a minute, besides processors and memory. */
export const hostFiguresSchema = z.object({
  time: agentMoment,
  /** How many processes ran or waited to run, on average of a minute (as `uptime` says it). */
  load: z.number().min(0).max(1e6),
  /** What came in, and went out, through all network interfaces but the loopback. */
  networkIn: rate,
  networkOut: rate,
  disks: z.array(hostDiskSchema).max(hostDisksMax),
  /** Absent from older agents, and where there are none. */
  gpus: z.array(hostGpuSchema).max(hostGpusMax).optional(),
  /** Absent from older agents. */
  reach: hostReachSchema.optional(),
});
export type HostFigures = z.infer<typeof hostFiguresSchema>;
