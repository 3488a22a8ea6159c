import { FolderOpenOutlined, RedoOutlined } from '@ant-design/icons';
import type { JobDetail } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { useRerunJob } from '../api/use-rerun-job.js';
import { isReached, placePath } from '../files/job-place.js';
import { isOpen } from './job-status.js';

interface JobAfterActionsProps {
  job: JobDetail;
  /** Whether it is another's: it is not run again, and its folder is not among one's own. */
  isOthers: boolean;
}

/** What follows a job: the folder with its results, the same once more, or another like it. */
export function JobAfterActions({ job, isOthers }: JobAfterActionsProps): ReactNode {
  const { t } = useTranslation('jobs');
  const { rerun, isBusy } = useRerunJob();
  const isOwnAndEnded = !isOpen(job) && !isOthers;
  return (
    <>
      {isOwnAndEnded && isReached(job, isOthers) && (
        <LinkButton icon={<FolderOpenOutlined />} to={placePath(job, job.workDir)}>
          {t('resultsFolder')}
        </LinkButton>
      )}
      {isOwnAndEnded && (
        <Button icon={<RedoOutlined />} loading={isBusy} onClick={() => void rerun(job)}>
          {t('runAgain')}
        </Button>
      )}
      <LinkButton to={paths.jobLike(job.jobId)}>{t('clone')}</LinkButton>
    </>
  );
}
