import { endpoints, type OwnDesktop } from '@clusterdesk/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { noteOf, obstacleOf, useOpenDesktop } from '../../../features/nodes/own/own-desktop.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { paths } from '../../../shared/paths.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import styles from './cards.module.css';

/** As many as a card has room for; their page has all. */
const shownDesktops = 3;

/** A desktop's name; where it can be opened, a click opens it in a new window, signed in. */
function DesktopName({ desktop }: { desktop: OwnDesktop }): ReactNode {
  const { t } = useTranslation('workbench');
  const open = useOpenDesktop();
  const { desktopName, desktopDescribe } = desktop;
  return obstacleOf(desktop) !== null ? (
    <span className={styles['name']} title={desktopDescribe || desktopName}>
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
  const note = noteOf(desktop, t);
  return (
    <li className={styles['fact']}>
      <div className={styles['named']}>
        <DesktopName desktop={desktop} />
        {note && (
          <p className="soft small" title={note}>
            {note}
          </p>
        )}
      </div>
      <StatusTag state={desktop.online ? 'ok' : 'bad'}>
        {desktop.online ? t('desktopOnline') : t('desktopOffline')}
      </StatusTag>
    </li>
  );
}

/** The desktops assigned to the user. */
export const useOwnDesktops = (): UseQueryResult<OwnDesktop[]> =>
  useQuery(queryOptionsOf(endpoints.desktops.mine, {}));

/** They, or that they cannot be told; nothing for who has none. */
export function OwnDesktops({ query }: { query: UseQueryResult<OwnDesktop[]> }): ReactNode {
  const { t } = useTranslation('workbench');
  const desktops = query.data ?? [];
  return (
    <>
      <FailureNote query={query} what={t('desktopsNotLoaded')} />
      {desktops.length > 0 && (
        <>
          <div className={styles['part']}>
            <h3>{t('ownDesktops')}</h3>
            <Link to={paths.ownDesktops}>{t('allOwnDesktops')}</Link>
          </div>
          <ul className={styles['lines']}>
            {desktops.slice(0, shownDesktops).map((desktop) => (
              <DesktopLine key={desktop.id} desktop={desktop} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
