import type { HealthCheck, HealthCheckName } from '@clusterdesk/contracts';

/** What a look at one part found; null: the part does not apply to this installation. */
export type Finding =
  | (Pick<HealthCheck, 'state' | 'facts'> &
      Partial<Pick<HealthCheck, 'reason' | 'version' | 'brokenSettings'>>)
  | null;

/** Looks at parts of the platform. A look that throws, or takes too long, leaves its part `unknown`. */
export interface HealthLooker {
  readonly looks: Partial<Record<HealthCheckName, () => Promise<Finding>>>;
}

/** The token of all lookers. */
export const healthLookers = Symbol('health lookers');
