import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../shared/files/file-button.js';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { newestBackups, useWatchBackups } from '../api/backup-queries.js';
import styles from '../backups.module.css';
import { useExport } from '../transfer/use-export.js';
import { useImport } from '../transfer/use-import.js';
import { ProgressLine } from './progress-line.js';
import { ProofSummary } from './proof-summary.js';
import { RestoringNote } from './restoring-note.js';

/**
 * Backup and Recovery on the contact page: export, import, the state of the backups (spec part 2 §2, Contact page). Nothing for whom
 * does not manage the platform.
 */
export function BackupCard(): ReactNode {
  return useHasMenu(paths.settings) ? <Card /> : null;
}

function Card(): ReactNode {
  const { t } = useTranslation(['backups', 'common']);
  const { message } = useMessages();
  useWatchBackups();
  const [withFiles, setWithFiles] = useState(false);
  const exporting = useExport();
  const importing = useImport();
  const list = useQuery(newestBackups());
  const { sending } = importing;
  return (
    <section className={`card ${styles['card']}`} aria-label={t('title')}>
      <h2 className={styles['heading']}>{t('title')}</h2>
      <ProofSummary />
      <FailureNote query={list} />
      <RestoringNote restoring={list.data?.restoring ?? null} />
      <div className={styles['buttons']}>
        <Button
          type="primary"
          icon={<DownloadOutlined />}
          loading={exporting.isBusy}
          onClick={() => exporting.begin(withFiles)}
        >
          {t('exportData')}
        </Button>
        <FileButton
          icon={<UploadOutlined />}
          accept=".tar"
          isBusy={sending !== null}
          onPick={importing.take}
          onTooMany={(count) => void message.warning(t('oneFile', { count }))}
        >
          {t('importData')}
        </FileButton>
        <LinkButton type="link" to={paths.backups}>
          {t('allBackups')}
        </LinkButton>
      </div>
      <Checkbox
        checked={withFiles}
        disabled={exporting.isBusy}
        onChange={({ target }) => setWithFiles(target.checked)}
      >
        {t('withFilesToo')}
      </Checkbox>
      {exporting.backup && <ProgressLine {...exporting.backup} label={t('exportData')} />}
      {sending && (
        <div className={styles['buttons']}>
          <ProgressLine
            label={sending.name}
            phase="sending"
            doneBytes={sending.sentBytes}
            totalBytes={sending.totalBytes}
          />
          <Button size="small" onClick={importing.cancel}>
            {t('common:cancel')}
          </Button>
        </div>
      )}
    </section>
  );
}
