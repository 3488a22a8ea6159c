import type { JobRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectionBar } from '../../../shared/ui/action/selection-bar.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { useBulkJobs } from '../api/use-bulk-jobs.js';
import { isOpen } from './job-status.js';

const RefusalsDialog = lazyComponent(
  async () => (await import('../../../shared/ui/dialog/refusals-dialog.js')).RefusalsDialog,
);

interface JobSelectionProps {
  /** The selected jobs as they are now, also those of other pages. */
  jobs: readonly JobRow[];
  ownName: string | undefined;
  onSelect: (jobIds: ReadonlySet<string>) => void;
}

/** What can be done to the selected jobs: those that are open are stopped, one's own that have ended run again. */
export function JobSelection({ jobs, ownName, onSelect }: JobSelectionProps): ReactNode {
  const { t } = useTranslation('jobs');
  const confirm = useConfirm();
  // What was refused stays selected.
  const bulk = useBulkJobs((done) =>
    onSelect(new Set(jobs.map(({ jobId }) => jobId).filter((id) => !done.has(id)))),
  );
  const open = jobs.filter(isOpen);
  const ended = jobs.filter((job) => !isOpen(job) && job.loginName === ownName);

  const stop = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('bulkStopTitle', { count: open.length }),
      hint: t('stopHint'),
      okText: t('stop'),
      isDangerous: true,
    });
    if (isSure) {
      await bulk.run('stop', open);
    }
  };
  return (
    <>
      {jobs.length > 0 && (
        <SelectionBar
          label={t('bulkActions')}
          selected={t('selectedJobs', { count: jobs.length })}
          onClear={() => onSelect(new Set())}
        >
          {open.length > 0 && (
            <Button danger loading={bulk.isBusy} onClick={() => void stop()}>
              {t('bulkStop', { count: open.length })}
            </Button>
          )}
          {ended.length > 0 && (
            <Button loading={bulk.isBusy} onClick={() => void bulk.run('rerun', ended)}>
              {t('bulkRerun', { count: ended.length })}
            </Button>
          )}
        </SelectionBar>
      )}
      {bulk.refused && (
        <RefusalsDialog
          title={t('bulkRefused', { count: bulk.refused.length })}
          refused={bulk.refused}
          onClose={bulk.forgetRefused}
          onMissing={bulk.forgetRefused}
        />
      )}
    </>
  );
}
