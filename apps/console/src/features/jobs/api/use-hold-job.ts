import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { queriesOfJobs } from './job-queries.js';

interface HoldJob {
  hold: (job: Pick<JobRow, 'jobId'>) => Promise<boolean>;
  release: (job: Pick<JobRow, 'jobId'>) => Promise<boolean>;
}

/** Whether a job waits for a place, so that it can be held. */
export const isHoldable = (job: Pick<JobRow, 'status' | 'isHeld' | 'nodeName'>): boolean =>
  job.status === 'PENDING' && !job.isHeld && job.nodeName === null;

/** Holds a job that waits, or lets it wait for its place again. The new state comes as a live event. */
export function useHoldJob(): HoldJob {
  const { t } = useTranslation('jobs');
  const { act: actHold } = useAction(endpoints.jobs.hold, {
    invalidates: queriesOfJobs,
    done: t('held'),
  });
  const { act: actRelease } = useAction(endpoints.jobs.release, {
    invalidates: queriesOfJobs,
    done: t('released'),
  });
  return {
    hold: useCallback(({ jobId }) => actHold({ jobId }), [actHold]),
    release: useCallback(({ jobId }) => actRelease({ jobId }), [actRelease]),
  };
}
