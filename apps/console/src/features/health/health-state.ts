import type { HealthCheck, HealthState } from '@clusterdesk/contracts';
import type { TagState } from '../../shared/ui/text/status-tag.js';

/** How bad a state is; the worst part is the verdict on the whole. */
const weight: Readonly<Record<HealthState, number>> = { ok: 0, unknown: 1, warning: 2, failed: 3 };

export const stateTags: Readonly<Record<HealthState, TagState>> = {
  ok: 'ok',
  unknown: 'quiet',
  warning: 'waiting',
  failed: 'bad',
};

/** The worst parts first, the others as the server names them. */
export const worstFirst = (checks: readonly HealthCheck[]): HealthCheck[] =>
  checks.toSorted((a, b) => weight[b.state] - weight[a.state]);

export const worstOf = (checks: readonly HealthCheck[]): HealthState =>
  worstFirst(checks)[0]?.state ?? 'unknown';
