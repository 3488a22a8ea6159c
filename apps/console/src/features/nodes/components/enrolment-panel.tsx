import { CheckCircleFilled, LoadingOutlined } from '@ant-design/icons';
import type { Enrolment } from '@clusterdesk/contracts';
import { Alert, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../shared/ui/action/copy-button.js';
import styles from './nodes.module.css';

interface EnrolmentPanelProps {
  enrolment: Enrolment;
  /** Whether the agent of this command has come. */
  isConnected: boolean;
  /** What the agent says that its host is called; null before. */
  hostname: string | null;
}

/** The enrolment command, shown once, and whether its agent has come: it turns green by itself. */
export function EnrolmentPanel(props: EnrolmentPanelProps): ReactNode {
  const { t } = useTranslation('nodes');
  const { enrolment, isConnected, hostname } = props;
  const choices = [enrolment, ...enrolment.others];
  const [origin, setOrigin] = useState(enrolment.origin);
  const { command } = choices.find((choice) => choice.origin === origin) ?? enrolment;
  return (
    <section className={styles['enrolment']} data-connected={isConnected || undefined}>
      <p role="status" className={styles['arrival']}>
        {isConnected ? <CheckCircleFilled /> : <LoadingOutlined />}
        <span>{isConnected ? t('agentArrived', { name: hostname ?? '' }) : t('agentAwaited')}</span>
      </p>
      {!isConnected && (
        <>
          <p className={styles['hint']}>{t('enrolHint')}</p>
          {enrolment.isOriginGuessed && (
            <Alert
              type="warning"
              showIcon
              title={t('originGuessed', { origin })}
              description={t('originGuessedHint')}
            />
          )}
          {choices.length > 1 && (
            <Radio.Group
              aria-label={t('originChoice')}
              value={origin}
              options={choices.map((choice) => ({ value: choice.origin, label: choice.origin }))}
              onChange={({ target }) => setOrigin(String(target.value))}
            />
          )}
          <div className={styles['command']}>
            <code tabIndex={0} aria-label={t('enrolCommand')}>
              {command}
            </code>
            <CopyButton type="primary" size="middle" text={command} label={t('copyCommand')}>
              {t('copyCommand')}
            </CopyButton>
          </div>
          <p className="soft small">{t('enrolOnce', { time: enrolment.expiresAt })}</p>
        </>
      )}
    </section>
  );
}
