import type { HealthState } from '@clusterdesk/contracts';

/** A row of `health_state`. */
export interface KnownState {
  state: HealthState;
  since: Date;
  /** What the last look found, where it is another; it counts when the next look finds it, too. */
  nextState: HealthState | null;
  nextSince: Date | null;
}

/** What is not known yet is taken for well. */
export const firstState = (now: Date): KnownState => ({
  state: 'ok',
  since: now,
  nextState: null,
  nextSince: null,
});

/** The state after another look. It changes when two looks in a row have found the same: what flaps is told to nobody. */
export function afterLook(known: KnownState, found: HealthState, now: Date): KnownState {
  const { state, since, nextState, nextSince } = known;
  if (found === state) {
    return { state, since, nextState: null, nextSince: null };
  }
  return found === nextState
    ? { state: found, since: nextSince ?? now, nextState: null, nextSince: null }
    : { state, since, nextState: found, nextSince: now };
}
