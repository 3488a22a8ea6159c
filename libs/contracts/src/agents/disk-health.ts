import { z } from 'zod';
import { agentMoment, hostText } from './agent-values.js';

/** Disks that an agent tells of at most. */
export const toldDisksMax = 32;
/** Attributes of one disk at or below their threshold that an agent tells of at most. */
export const lowAttributesMax = 16;

/** Why an agent cannot tell how its disks are. */
export const diskHealthProblems = ['notInstalled', 'notPermitted', 'noAnswer'] as const;
export type DiskHealthProblem = (typeof diskHealthProblems)[number];

/** Why it cannot tell of one disk; one that sleeps is not woken for it. */
export const diskProblems = ['asleep', 'unsupported', 'notPermitted', 'noAnswer'] as const;
export type DiskProblem = (typeof diskProblems)[number];

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/** One physical disk, as it tells of itself (SMART). What it does not tell is absent. */
export const diskHealthSchema = z.object({
  /** As the host calls it, without `/dev/`. */
  name: hostText(64),
  problem: z.enum(diskProblems).optional(),
  model: hostText(64).optional(),
  /** The last characters of its serial number: enough to find it among others like it. */
  serialEnd: hostText(4).optional(),
  type: z.enum(['ata', 'nvme', 'scsi']).optional(),
  sizeBytes: count,
  /** What it thinks of itself; absent: unknown. */
  health: z.enum(['passed', 'failed']).optional(),
  /** Degrees Celsius. */
  temperature: z.number().min(-273).max(1_000).optional(),
  powerOnHours: count,
  /** Percent of its life that is used up; may be more than 100. */
  wear: z.number().min(0).max(255).optional(),
  /** Sectors that it has replaced. */
  reallocated: count,
  /** Sectors that it could not read, and will replace when they are written. */
  pending: count,
  /** Sectors or reads that it gave up on; media errors of NVMe. */
  uncorrectable: count,
  /** At or below the threshold of the maker, now or in the past. */
  lowAttributes: z
    .array(
      z.object({
        id: z.number().int().min(0).max(255),
        name: hostText(64),
        value: z.number().int().min(0).max(255),
        threshold: z.number().int().min(0).max(255),
      }),
    )
    .max(lowAttributesMax)
    .optional(),
  /** The last self-test that it remembers. */
  selfTest: z
    .object({
      /** In the words of its standard, as the next one. */
      type: hostText(64),
      result: hostText(128),
      /** Absent: it was broken off, runs, or does not tell. */
      passed: z.boolean().optional(),
      /** When it was, counted as `powerOnHours` is. */
      powerOnHours: count,
    })
    .optional(),
});
export type DiskHealth = z.infer<typeof diskHealthSchema>;

/** The disks of a host, as its agent read them last. */
export const hostDiskHealthSchema = z.object({
  time: agentMoment,
  problem: z.enum(diskHealthProblems).optional(),
  disks: z.array(diskHealthSchema).max(toldDisksMax),
});
export type HostDiskHealth = z.infer<typeof hostDiskHealthSchema>;

/** From here on a disk has used up its life, percent. */
export const wornOutPercent = 90;

/** What is wrong with a disk. Of the first four an alert of its host tells; the others may pass. */
export type DiskTrouble =
  'health' | 'pending' | 'uncorrectable' | 'wear' | 'attributes' | 'selfTest' | 'reallocated';

const grave: readonly DiskTrouble[] = ['health', 'pending', 'uncorrectable', 'wear'];

/** All that is wrong with a disk, the gravest first. */
export function troublesOf(disk: DiskHealth): DiskTrouble[] {
  const { health, pending = 0, uncorrectable = 0, wear = 0, reallocated = 0 } = disk;
  const found: Record<DiskTrouble, boolean> = {
    health: health === 'failed',
    pending: pending > 0,
    uncorrectable: uncorrectable > 0,
    wear: wear >= wornOutPercent,
    attributes: (disk.lowAttributes ?? []).length > 0,
    selfTest: disk.selfTest?.passed === false,
    reallocated: reallocated > 0,
  };
  return (Object.keys(found) as DiskTrouble[]).filter((trouble) => found[trouble]);
}

/** Whether what is on a disk is in danger, so that somebody has to do something. */
export const isFailing = (disk: DiskHealth): boolean =>
  troublesOf(disk).some((trouble) => grave.includes(trouble));
