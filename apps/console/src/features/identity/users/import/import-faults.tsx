import { DownloadOutlined } from '@ant-design/icons';
import type { ImportFault } from '@clusterdesk/contracts';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../shared/files/save-file.js';
import { CopyButton } from '../../../../shared/ui/action/copy-button.js';
import { toCsv } from './import-refusal.js';
import styles from '../users.module.css';

/** The form's columns, as the pages name them. */
const columnWords = {
  userName: 'userName',
  password: 'password',
  realName: 'realName',
  mobile: 'mobile',
  email: 'email',
  companyName: 'companyName',
  companyAddress: 'companyAddress',
  roleName: 'role',
  roleId: 'role',
  effectiveDate: 'startDate',
  expiredDate: 'endDate',
} as const;
const isColumn = (name: string): name is keyof typeof columnWords =>
  Object.hasOwn(columnWords, name);

/** Every fault of a refused form, each with its reason in full, to read, copy or take along. */
export function ImportFaults({ faults }: { faults: readonly ImportFault[] }): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const head = [t('rowNumber'), t('userName'), t('column'), t('reason')];
  const rows = faults.map(({ row, userName, column, text }) => [
    String(row),
    userName,
    isColumn(column) ? t(columnWords[column]) : column,
    text,
  ]);
  return (
    <>
      <Alert
        type="error"
        showIcon
        role="alert"
        title={t('importRefused', { count: faults.length })}
        description={t('importRefusedHint')}
      />
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys */}
      <div className={styles['faults']} tabIndex={0} role="region" aria-label={t('faults')}>
        <table>
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.join(' ')}>
                {row.map((text, index) => (
                  <td key={head[index]}>{text || '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['faultActions']}>
        <CopyButton
          type="default"
          size="middle"
          text={[head, ...rows].map((row) => row.join('\t')).join('\n')}
          label={t('common:copyReasons')}
        >
          {t('common:copyReasons')}
        </CopyButton>
        <Button
          icon={<DownloadOutlined />}
          onClick={() => saveFile(toCsv([head, ...rows]), 'import-faults.csv')}
        >
          {t('downloadReasons')}
        </Button>
      </div>
    </>
  );
}
