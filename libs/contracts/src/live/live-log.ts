import { z } from 'zod';
import { limits } from '../limits.js';

/** How long and how many events of one audience can be asked for again. */
export const liveRetention = { ms: 120_000, events: 1_000 } as const;

/**
 * A place in the log of one audience (a room). `seq` counts from 1 without holes within an `epoch`; another epoch means that
 * the log was lost and counts anew. Every state event carries its own as the last argument.
 */
export const liveMarkSchema = z.object({
  /** A room; that of a folder ends in its path. */
  audience: z.string().max(limits.maxPathBytes + 200),
  epoch: z.string().max(40),
  seq: z.number().int().nonnegative(),
});
export type LiveMark = z.infer<typeof liveMarkSchema>;

/** A client that has no place yet asks for all that is younger than what it shows, in milliseconds. */
export const liveAgeSchema = z.object({
  /** A room; that of a folder ends in its path. */
  audience: z.string().max(limits.maxPathBytes + 200),
  ageMs: z.number().nonnegative(),
});

/** What a client asks to have again: all that followed, per audience. */
export const liveResumeSchema = z.array(z.union([liveMarkSchema, liveAgeSchema])).max(100);
export type LiveResumeFrom = z.infer<typeof liveResumeSchema>[number];

/** A kept event; `args` without the mark. */
export interface LiveLogged {
  seq: number;
  event: string;
  args: unknown[];
}

/** What followed in one audience. */
export type LiveReplay = { audience: string } & (
  | {
      state: 'replayed';
      epoch: string;
      /** The newest number there is. */
      seq: number;
      /** In order, the first right after the place that was asked from. */
      events: LiveLogged[];
      /** More followed than one answer holds: ask again from the last. */
      hasMore: boolean;
    }
  /** Too much or too old: ask for the state anew, and go on from here. */
  | { state: 'gap'; epoch: string; seq: number }
  /** The client does not hear this audience (any more). */
  | { state: 'refused' }
);
