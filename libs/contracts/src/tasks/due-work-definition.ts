/** Work of the platform that has no payload and is due at times: what is over goes, what got lost is found. */
export interface DueWorkDefinition {
  /** `feature.verb-noun`; the key of its row. */
  readonly name: string;
  /** When it is due again: after this many milliseconds, or at this time of day in the platform's zone, `HH:MM`. */
  readonly due: { readonly everyMs: number } | { readonly dailyAt: string };
  /** It may take its time, and is not run beside too much of its kind. */
  readonly isLong: boolean;
}
