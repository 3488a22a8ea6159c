import { DownloadOutlined } from '@ant-design/icons';
import type { JobDetail } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LogView } from '../../../shared/log-view/log-view.js';
import { CopyButton } from '../../../shared/ui/action/copy-button.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useCanDownload } from '../../../shared/users/use-can-download.js';
import { isOpen } from '../components/job-status.js';
import { downloadLog } from './download-log.js';
import { useJobLog } from './use-job-log.js';

const emptyNote = (job: JobDetail) =>
  isOpen(job) ? 'logWaits' : job.isOutputRemoved ? 'logRemoved' : 'logEmpty';

/** A job's output as it comes. */
export function JobLogView({ job }: { job: JobDetail }): ReactNode {
  const { t } = useTranslation('jobs');
  const { retry, moves, ...log } = useJobLog(job);
  const { lines } = log;
  const canDownload = useCanDownload();
  const save = useAction(async () => {
    await downloadLog(job.jobId);
    return { result: null, message: '' };
  });
  return (
    <LogView
      log={log}
      label={t('output')}
      isOpen={isOpen(job)}
      moves={moves}
      emptyNote={t(emptyNote(job))}
      onRetry={retry}
      tools={
        <>
          <CopyButton text={() => lines.text()} label={t('copyLog')} disabled={lines.count === 0}>
            {t('copyLog')}
          </CopyButton>
          {canDownload && (
            <Button
              size="small"
              type="text"
              icon={<DownloadOutlined />}
              loading={save.isBusy}
              disabled={lines.count === 0}
              onClick={() => void save.act(undefined)}
            >
              {t('downloadLog')}
            </Button>
          )}
        </>
      }
    />
  );
}
