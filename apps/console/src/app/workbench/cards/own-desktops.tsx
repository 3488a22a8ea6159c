import { endpoints, type OwnDesktop } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { obstacleOf, useOpenDesktop } from '../../../features/nodes/own/own-desktop.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { paths } from '../../../shared/paths.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { WorkbenchCard, CardLines } from './workbench-card.js';
import styles from '../workbench-page.module.css';

/** A desktop's name; where it can be opened, a click opens it in a new window, signed in. */
function DesktopName({ desktop }: { desktop: OwnDesktop }): ReactNode {
  const { t } = useTranslation('workbench');
  const open = useOpenDesktop();
  const { desktopName } = desktop;
  return obstacleOf(desktop) !== null ? (
    <span className={styles['name']} title={desktopName}>
      {desktopName}
    </span>
  ) : (
    <button
      type="button"
      className={`${styles['name']} ${styles['opens']}`}
      title={t('openDesktop', { name: desktopName })}
      onClick={() => open(desktop)}
    >
      {desktopName}
    </button>
  );
}

/** One desktop: what opens looks like a link; of any other it says why not. */
function DesktopLine({ desktop }: { desktop: OwnDesktop }): ReactNode {
  const { t } = useTranslation('workbench');
  const { desktopDescribe, online } = desktop;
  const obstacle = obstacleOf(desktop);
  return (
    <li>
      <div className={styles['desktop']}>
        <div>
          <DesktopName desktop={desktop} />
          <span className={styles['place']} title={desktopDescribe}>
            {desktopDescribe}
          </span>
        </div>
        {obstacle && <p className="soft small">{t(obstacle)}</p>}
      </div>
      <StatusTag state={online ? 'ok' : 'bad'}>
        {online ? t('desktopOnline') : t('desktopOffline')}
      </StatusTag>
    </li>
  );
}

/** The desktops assigned to the user, or why they cannot be told; nothing for who has none. */
export function OwnDesktops(): ReactNode {
  const { t } = useTranslation('workbench');
  const query = useQuery(queryOptionsOf(endpoints.desktops.mine, {}));
  if (!query.error && !query.data?.length) {
    return null;
  }
  return (
    <WorkbenchCard
      title={t('ownDesktops')}
      to={{ path: paths.ownDesktops, label: t('allOwnDesktops') }}
    >
      <CardLines query={query} empty={null}>
        {(desktop) => <DesktopLine key={desktop.id} desktop={desktop} />}
      </CardLines>
    </WorkbenchCard>
  );
}
