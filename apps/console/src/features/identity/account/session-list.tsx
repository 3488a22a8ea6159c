import type { SessionListRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime, TimeText } from '../../../shared/lib/time/time-text.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { deviceOf } from './device.js';
import styles from './account.module.css';

interface SessionListProps {
  sessions: readonly SessionListRow[];
  onEnd: (session: SessionListRow) => void;
}

/** Where somebody is signed in, and which desktops and sites he opened; each session but the one that asks can be ended, after a question. */
export function SessionList({ sessions, onEnd }: SessionListProps): ReactNode {
  const { t, i18n } = useTranslation('account');
  const confirm = useConfirm();
  const nameOf = (session: SessionListRow): string => {
    const { target } = session;
    if (target) {
      const name = i18n.language === 'en' ? target.nameEn : target.name;
      return t(`sessionOf_${target.kind}`, { name });
    }
    const device = deviceOf(session.userAgent);
    return device ? t('deviceOn', { ...device }) : t('unknownDevice');
  };
  const end = async (session: SessionListRow): Promise<void> => {
    const hint = t('sessionEndHint', { name: nameOf(session) });
    const question = { title: t('sessionEndTitle'), hint, okText: t('sessionEnd') };
    if (await confirm({ ...question, isDangerous: true })) {
      onEnd(session);
    }
  };
  return (
    <ul className={styles['sessions']}>
      {sessions.map((session) => (
        <li key={session.id}>
          <div title={session.userAgent ?? ''}>
            <b>{nameOf(session)}</b>{' '}
            {session.isCurrent && <StatusTag state="ok">{t('sessionHere')}</StatusTag>}
            <div className="soft small">
              {session.address && `${session.address} · `}
              {t('signedInAt')} <TimeText time={session.createTime} /> · {t('lastUsed')}{' '}
              <RelativeTime time={session.lastUsedTime} />
            </div>
          </div>
          {!session.isCurrent && (
            <Button
              size="small"
              danger
              aria-label={t('sessionEndOf', { name: nameOf(session) })}
              onClick={() => void end(session)}
            >
              {t('sessionEnd')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
