import { CloudUploadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { nameOf } from '../file-names.js';
import styles from '../files.module.css';

/** Says where files from the desktop go when they are dropped now; `over`: the folder under the pointer. */
export function DropHint({ over }: { over: string | null }): ReactNode {
  const { t } = useTranslation('files');
  return (
    <div className={styles['dropHint']} aria-hidden>
      <CloudUploadOutlined />
      {over === null ? t('dropHere') : t('dropInto', { name: nameInSentence(nameOf(over)) })}
    </div>
  );
}
