import { layersOf, withFollowers } from '@clusterdesk/contracts';
import {
  GraphStepFailedError,
  GraphStepGoneError,
  GraphStepOpenError,
  GraphStepUnknownError,
} from './job-graph.errors.js';
import type { StoredStep } from './job-graph.repository.js';

/** A step that can be run again, with the job that tells how. */
export type RepeatedStep = StoredStep & { jobId: string };

/** Which steps are submitted again, first ones first, and the jobs of the others that they follow. */
export interface RerunPlan {
  again: RepeatedStep[];
  kept: ReadonlyMap<string, string>;
}

const isOpen = ({ status }: StoredStep): boolean => status === 'PENDING' || status === 'RUNNING';

/**
 * What running again from some steps on means for a graph.
 * @throws GraphStepUnknownError, GraphStepOpenError, GraphStepGoneError, GraphStepFailedError
 */
export function planRerun(steps: readonly StoredStep[], from: readonly string[]): RerunPlan {
  const unknown = from.find((key) => !steps.some((step) => step.key === key));
  if (unknown !== undefined) {
    throw new GraphStepUnknownError(unknown);
  }
  const keys = withFollowers(steps, from);
  const again = layersOf(steps)
    .layers.flat()
    .filter(({ key }) => keys.has(key))
    .map((step) => {
      if (step.jobId === null) {
        throw new GraphStepGoneError(step.key);
      }
      if (isOpen(step)) {
        throw new GraphStepOpenError(step.key);
      }
      return { ...step, jobId: step.jobId };
    });
  const kept = new Map<string, string>();
  for (const step of steps) {
    const isNeeded = !keys.has(step.key) && again.some(({ after }) => after.includes(step.key));
    if (isNeeded && (step.jobId === null || !(isOpen(step) || step.status === 'COMPLETED'))) {
      throw new GraphStepFailedError(step.key);
    }
    if (isNeeded && step.jobId !== null) {
      kept.set(step.key, step.jobId);
    }
  }
  return { again, kept };
}
