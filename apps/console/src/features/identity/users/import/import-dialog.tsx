import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { endpoints, type ImportFault } from '@clusterdesk/contracts';
import { Alert, Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { callForBytes } from '../../../../shared/api/call.js';
import { FileButton } from '../../../../shared/files/file-button.js';
import { saveFile } from '../../../../shared/files/save-file.js';
import { Dialog } from '../../../../shared/ui/dialog/dialog.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { queriesOfUsers } from '../../api/shown.js';
import { ImportFaults } from './import-faults.js';
import { faultsOf } from './import-refusal.js';
import styles from '../users.module.css';

/** Why the last file was not imported: faults of its cells, or a sentence. */
type Refusal = { faults: ImportFault[] } | { sentence: string };

/**
 * The empty form, what holds for all of its users, and the choice of the filled one, which imports it. It stays open with
 * every fault until a form is taken.
 */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const [mustChangePassword, setMustChangePassword] = useState(true);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const importing = useAction(endpoints.users.importUsers, {
    invalidates: queriesOfUsers,
    done: ({ added }) => t('importedDone', { count: added }),
  });
  const downloading = useAction(async (_: null) => {
    saveFile(await callForBytes(endpoints.users.downloadTemplate, {}), 'users.xlsx');
    return { result: null, message: '' };
  });

  const importFile = async (file: File): Promise<void> => {
    setRefusal(null);
    try {
      await importing.submit({ file, mustChangePassword });
      onClose();
    } catch (error) {
      const faults = faultsOf(error);
      setRefusal(faults ? { faults } : { sentence: messageOf(error) });
    }
  };
  return (
    <Dialog
      open
      width={refusal && 'faults' in refusal ? 760 : 520}
      title={t('importTitle')}
      onCancel={onClose}
      footer={
        <div className={styles['faultActions']}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <FileButton
            type="primary"
            icon={<UploadOutlined />}
            accept=".xlsx,.csv"
            isBusy={importing.isBusy}
            onPick={(file) => void importFile(file)}
            onTooMany={(count) => setRefusal({ sentence: t('tooManyFiles', { count }) })}
          >
            {t(refusal ? 'importAgain' : 'importFile')}
          </FileButton>
        </div>
      }
    >
      <div className={styles['import']}>
        <p className="soft">{t('importHint')}</p>
        <Button
          icon={<DownloadOutlined />}
          loading={downloading.isBusy}
          onClick={() => void downloading.act(null)}
        >
          {t('downloadTemplate')}
        </Button>
        <Checkbox
          checked={mustChangePassword}
          onChange={(event) => setMustChangePassword(event.target.checked)}
        >
          {t('mustChangePassword')}
        </Checkbox>
        {refusal &&
          ('faults' in refusal ? (
            <ImportFaults faults={refusal.faults} />
          ) : (
            <Alert type="error" showIcon role="alert" title={refusal.sentence} />
          ))}
      </div>
    </Dialog>
  );
}
