import type { JobRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { isHoldable } from '../api/use-hold-job.js';
import { isOpen } from './job-status.js';

/** What the list can do to a job. */
export interface JobActions {
  /** Whose jobs can be run again: one's own. */
  ownName: string | undefined;
  stop: (job: JobRow) => void;
  stopping: ReadonlySet<string>;
  rerun: (job: JobRow) => void;
  hold: (job: JobRow) => void;
  release: (job: JobRow) => void;
}

interface JobRowActionsProps {
  job: JobRow;
  actions: JobActions;
}

/** Where on a job's page its output stands. */
export const logHash = '#log';

/** What fits the job: one that waits can be held or released, one that is open stopped, one of one's own that has ended run again, each be a pattern. */
export function JobRowActions({ job, actions }: JobRowActionsProps): ReactNode {
  const { t } = useTranslation('jobs');
  const name = job.scriptName;
  return (
    <RowActions>
      {isHoldable(job) && (
        <Button
          type="link"
          size="small"
          aria-label={t('holdNamed', { name })}
          onClick={() => actions.hold(job)}
        >
          {t('hold')}
        </Button>
      )}
      {job.isHeld && (
        <Button
          type="link"
          size="small"
          aria-label={t('releaseNamed', { name })}
          onClick={() => actions.release(job)}
        >
          {t('release')}
        </Button>
      )}
      {isOpen(job) && (
        <Button
          type="link"
          size="small"
          danger
          loading={actions.stopping.has(job.jobId)}
          aria-label={t('stopNamed', { name })}
          onClick={() => actions.stop(job)}
        >
          {t('stop')}
        </Button>
      )}
      {!isOpen(job) && job.loginName === actions.ownName && (
        <Button
          type="link"
          size="small"
          aria-label={t('runAgainNamed', { name })}
          onClick={() => actions.rerun(job)}
        >
          {t('runAgain')}
        </Button>
      )}
      {!job.array && job.startTime !== null && (
        <LinkButton
          type="link"
          size="small"
          to={`${paths.job(job.jobId)}${logHash}`}
          aria-label={t('logNamed', { name })}
        >
          {t('log')}
        </LinkButton>
      )}
      <LinkButton
        type="link"
        size="small"
        to={paths.jobLike(job.jobId)}
        aria-label={t('cloneNamed', { name })}
      >
        {t('clone')}
      </LinkButton>
    </RowActions>
  );
}
