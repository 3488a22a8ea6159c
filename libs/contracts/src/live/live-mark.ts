import { z } from 'zod';
import { limits } from '../limits.js';

/**
 * The number of a state event within its audience (a room), the last argument of the event. `seq` counts from 1 without holes
 * within an `epoch`; another epoch means that the count was lost and begins anew.
 */
export const liveMarkSchema = z.object({
  /** A room; that of a folder ends in its path. */
  audience: z.string().max(limits.maxPathBytes + 200),
  epoch: z.string().max(40),
  seq: z.number().int().nonnegative(),
});
export type LiveMark = z.infer<typeof liveMarkSchema>;

/** How far an audience is. */
export interface LivePosition extends LiveMark {
  /** How long ago its last event was, in milliseconds; a page whose state is younger missed nothing. */
  quietMs: number;
}
