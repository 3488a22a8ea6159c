import {
  CheckCircleFilled,
  ExclamationCircleFilled,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import { jobProtections, type JobProtection, type MonitorRecord } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import styles from './host-protections.module.css';

interface HostProtectionsProps {
  host: Pick<MonitorRecord, 'hostname'>;
  held: readonly JobProtection[];
}

function ProtectionLine({ name, isHeld }: { name: JobProtection; isHeld: boolean }): ReactNode {
  const { t } = useTranslation('cluster');
  return (
    <li className={styles['line']}>
      {isHeld ? (
        <CheckCircleFilled className={styles['held']} />
      ) : (
        <ExclamationCircleFilled className={styles['missing']} />
      )}
      <div>
        <p className={styles['name']}>
          {t(`protection_${name}`)}
          {isHeld ? (
            <span className="visually-hidden">{t('protectionHolds')}</span>
          ) : (
            <StatusTag state="waiting">{t('protectionMissing')}</StatusTag>
          )}
        </p>
        <p>{t(`protection_${name}_means`)}</p>
        {!isHeld && <p className={styles['cure']}>{t(`protection_${name}_cure`)}</p>}
      </div>
    </li>
  );
}

/** Which protections of jobs hold on a host, in one figure; pressed, it says which they are and what would bring the others. */
export function HostProtections({ host, held }: HostProtectionsProps): ReactNode {
  const { t } = useTranslation('cluster');
  const [isOpen, setIsOpen] = useState(false);
  const missing = jobProtections.filter((name) => !held.includes(name));
  const counts = { held: held.length, count: jobProtections.length };
  const state = missing.length === 0 ? 'held' : 'missing';
  return (
    <>
      <Button
        type="text"
        size="small"
        className={styles['shield']}
        icon={<SafetyCertificateOutlined className={styles[state]} />}
        aria-label={t('protectionsOf', { ...counts, host: host.hostname })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('protections', counts)}
      </Button>
      <Dialog
        open={isOpen}
        title={t('protectionsTitle', { host: host.hostname })}
        footer={null}
        onCancel={() => setIsOpen(false)}
      >
        <p className={styles['sum']}>
          {missing.length === 0 ? t('protectionsAllHold', counts) : t('protectionsSum', counts)}
        </p>
        {/* Longer than a window: keys scroll what has the focus. */}
        <ul
          className={styles['list']}
          tabIndex={0}
          aria-label={t('protectionsTitle', { host: host.hostname })}
        >
          {missing.map((name) => (
            <ProtectionLine key={name} name={name} isHeld={false} />
          ))}
          {held.map((name) => (
            <ProtectionLine key={name} name={name} isHeld />
          ))}
        </ul>
      </Dialog>
    </>
  );
}
