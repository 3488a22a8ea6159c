import { DownloadOutlined, ImportOutlined } from '@ant-design/icons';
import { endpoints, type ImportFault } from '@clusterdesk/contracts';
import { App, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { callForBytes } from '../../../../shared/api/call.js';
import { FileButton } from '../../../../shared/files/file-button.js';
import { saveFile } from '../../../../shared/files/save-file.js';
import { useAction } from '../../../../shared/ui/feedback/use-action.js';
import { showsUsers } from '../../api/shown.js';
import { ImportFaultsDialog } from './import-faults-dialog.js';
import { faultsOf } from './import-refusal.js';

/** Import of users from a filled form, and the empty form to download. */
export function UserImport(): ReactNode {
  const { t } = useTranslation('users');
  const { message } = App.useApp();
  const importing = useAction(endpoints.users.importUsers, {
    invalidates: showsUsers,
    done: ({ added }) => t('importedDone', { count: added }),
  });
  const [faults, setFaults] = useState<ImportFault[] | null>(null);

  const importFile = async (file: File): Promise<void> => {
    try {
      await importing.submit({ file });
    } catch (error) {
      const found = faultsOf(error);
      setFaults(found);
      if (!found) {
        void message.error(messageOf(error));
      }
    }
  };
  const download = async (): Promise<void> => {
    try {
      saveFile(await callForBytes(endpoints.users.downloadTemplate, {}), 'users.xlsx');
    } catch (error) {
      void message.error(messageOf(error));
    }
  };
  return (
    <>
      <FileButton
        icon={<ImportOutlined />}
        accept=".xlsx"
        isBusy={importing.isBusy}
        onPick={(file) => void importFile(file)}
        onTooMany={(count) => void message.warning(t('tooManyFiles', { count }))}
      >
        {t('importUsers')}
      </FileButton>
      <Button icon={<DownloadOutlined />} onClick={() => void download()}>
        {t('downloadTemplate')}
      </Button>
      {faults && <ImportFaultsDialog faults={faults} onClose={() => setFaults(null)} />}
    </>
  );
}
