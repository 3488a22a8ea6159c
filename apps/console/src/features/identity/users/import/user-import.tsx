import { DownloadOutlined, ImportOutlined } from '@ant-design/icons';
import { endpoints } from '@clusterdesk/contracts';
import { App, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { callForBytes } from '../../../../shared/api/call.js';
import { FileButton } from '../../../../shared/files/file-button.js';
import { saveFile } from '../../../../shared/files/save-file.js';
import { DataTable } from '../../../../shared/ui/table/data-table.js';
import { Dialog } from '../../../../shared/ui/feedback/dialog.js';
import { useAction } from '../../../../shared/ui/feedback/use-action.js';
import { showsUsers } from '../../api/shown.js';
import { wrongRowsOf, type WrongRow } from './import-refusal.js';
import styles from '../users.module.css';

/** The rows of an import that were refused, each with its reason. */
function WrongRowsDialog({ rows, onClose }: { rows: WrongRow[] | null; onClose: () => void }) {
  const { t } = useTranslation(['users', 'common']);
  return (
    <Dialog
      open={rows !== null}
      title={t('importRefused')}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <p>{t('importRefusedHint')}</p>
      <div className={styles['wrongRows']}>
        <DataTable
          label={t('importRefused')}
          rows={rows ?? []}
          rowId={({ row, reason }) => `${row} ${reason}`}
          columns={[
            {
              id: 'row',
              title: t('rowNumber'),
              width: '80px',
              align: 'end',
              cell: ({ row }) => row,
            },
            {
              id: 'reason',
              title: t('reason'),
              cell: ({ reason }) => <span title={reason}>{reason}</span>,
            },
          ]}
          empty={null}
        />
      </div>
    </Dialog>
  );
}

/** Import of users from a filled form, and the empty form to download. */
export function UserImport(): ReactNode {
  const { t } = useTranslation('users');
  const { message } = App.useApp();
  const importing = useAction(endpoints.users.importUsers, {
    invalidates: showsUsers,
    done: ({ added }) => t('importedDone', { count: added }),
  });
  const [wrongRows, setWrongRows] = useState<WrongRow[] | null>(null);

  const importFile = async (file: File): Promise<void> => {
    try {
      await importing.submit({ file });
    } catch (error) {
      const rows = wrongRowsOf(error);
      setWrongRows(rows);
      if (!rows) {
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
      <WrongRowsDialog rows={wrongRows} onClose={() => setWrongRows(null)} />
    </>
  );
}
