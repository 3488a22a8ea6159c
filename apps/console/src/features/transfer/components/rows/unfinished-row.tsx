import { CloseOutlined, FileAddOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../../shared/files/file-name.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { pickedFromInput, type PickedFile } from '../../../../shared/files/picked-file.js';
import { useFileInput } from '../../../../shared/files/use-file-input.js';
import { formatSize, percentOf } from '../../../../shared/lib/format/format.js';
import type { UploadRecord } from '../../upload/upload-records.js';
import { RowAction } from './transfer-rows.js';
import styles from '../transfer-panel.module.css';
import { useMessages } from '../../../../shared/ui/messages/messages.js';

interface UnfinishedRowProps {
  record: UploadRecord;
  onPick: (picked: PickedFile[]) => void;
  onDismiss: () => void;
}

/** An upload that a reload or a closed browser interrupted: the same file, chosen again, goes on where the server is. */
export function UnfinishedRow({ record, onPick, onDismiss }: UnfinishedRowProps): ReactNode {
  const { t } = useTranslation('transfer');
  const { message } = useMessages();
  const { chosenName, isFolder, dir, loadedBytes, totalBytes } = record;
  const percent = totalBytes > 0 ? percentOf(loadedBytes, totalBytes) : 0;
  const { pick, input } = useFileInput({
    isFolder,
    testId: 'continue-upload',
    onPick: (files) => {
      const picked = pickedFromInput(files);
      if (picked.every(({ path }) => path.split('/')[0] !== chosenName)) {
        message.warning(t('chooseNamed', { name: nameInSentence(chosenName) }));
      } else {
        onPick(picked);
      }
    },
  });
  return (
    <div className={styles['row']}>
      <div className={styles['line']}>
        <span className={styles['name']} title={chosenName}>
          <FileName name={chosenName} title={null} />
          {isFolder && '/'}
        </span>
        <span className={styles['aside']}>
          {isFolder ? t('files', { count: record.fileCount }) : formatSize(record.size)}
        </span>
      </div>
      <p className={styles['hint']}>
        {t(isFolder ? 'interruptedFolder' : 'interruptedFile', { dir, percent })}
      </p>
      <div className={`${styles['line']} ${styles['end']}`}>
        <span className={styles['actions']}>
          <RowAction
            label={isFolder ? t('chooseFolder') : t('chooseFile')}
            icon={<FileAddOutlined />}
            act={pick}
          />
          <RowAction label={t('dismiss')} icon={<CloseOutlined />} act={onDismiss} />
        </span>
      </div>
      {input}
    </div>
  );
}
