import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { StatusTag } from '../../../shared/ui/feedback/status-tag.js';
import { openOutside } from '../../menus/open-outside.js';
import { BenchCard, CardLines } from './bench-card.js';
import styles from '../workbench-page.module.css';

/** The desktops assigned to the user: a click opens one in a new window, signed in. Nothing for who has none. */
export function OwnDesktops(): ReactNode {
  const { t } = useTranslation('workbench');
  const { message } = App.useApp();
  const query = useQuery(queryOptionsOf(endpoints.desktops.mine, {}));
  const open = async (menuUrl: string): Promise<void> => {
    try {
      await openOutside({ menuUrl });
    } catch (error) {
      void message.error(messageOf(error));
    }
  };
  if (!query.data || query.data.length === 0) {
    return null;
  }
  return (
    <BenchCard title={t('ownDesktops')}>
      <CardLines query={query} empty={null}>
        {({ id, desktopName, desktopDescribe, openUrl, online }) => (
          <li key={id}>
            {openUrl === null ? (
              <span className={styles['name']} title={t('desktopNoAddress')}>
                {desktopName}
              </span>
            ) : (
              <button
                type="button"
                className={styles['name']}
                title={t('openDesktop', { name: desktopName })}
                onClick={() => void open(openUrl)}
              >
                {desktopName}
              </button>
            )}
            <span className={styles['place']} title={desktopDescribe}>
              {desktopDescribe}
            </span>
            <StatusTag state={online ? 'ok' : 'bad'}>
              {online ? t('desktopOnline') : t('desktopOffline')}
            </StatusTag>
          </li>
        )}
      </CardLines>
    </BenchCard>
  );
}
