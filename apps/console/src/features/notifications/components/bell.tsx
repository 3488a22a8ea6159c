import { BellOutlined } from '@ant-design/icons';
import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { useOnDemand } from '../../../shared/lib/code/use-on-demand.js';
import { useTitlePart } from '../../../shared/lib/dom/document-title.js';
import { useLiveEvent } from '../../../shared/live/connection/live-provider.js';
import { onVisit } from '../../../shared/notifications/visits.js';
import { isBrowserToTell } from '../browser-notifications.js';
import type { NotificationText } from '../../../shared/notifications/notification-text.js';
import { useNewNotifications } from '../use-new-notifications.js';
import type { NoticeActions } from './notice-line.js';
import styles from './bell.module.css';
import { useMessages } from '../../../shared/ui/messages/messages.js';

const most = 99;

/** A count as it is shown: from 100 on the number says no more. */
const shownCount = (count: number): string => (count > most ? `${most}+` : String(count));

interface BellProps {
  /** How the kinds of notifications read; fetched with the list. */
  loadTexts: () => Promise<readonly NotificationText[]>;
  /** What can be done about them in the list; fetched with it. */
  loadActions: () => Promise<NoticeActions>;
}

/** The bell: how many notifications are unread, here and in the tab's title. The list comes when it is opened. */
export function Bell({ loadTexts, loadActions }: BellProps): ReactNode {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { notification } = useMessages();
  const { data, error } = useQuery(
    queryOptionsOf(endpoints.notifications.list, { pageNum: 0, size: 1 }),
  );
  const unread = data?.unread ?? 0;
  const drawer = useOnDemand(async () => {
    const [{ NoticeDrawer }, texts, actions] = await Promise.all([
      import('./notice-drawer.js'),
      loadTexts(),
      loadActions(),
    ]);
    return { NoticeDrawer, texts, actions };
  });
  const { pathname, search } = useLocation();
  const isKnown = data !== undefined;
  const hasUnread = useEffectEvent(() => unread > 0);
  const visit = useEffectEvent((address: string): void => {
    const read = import('../read-visited.js').then((code) => code.readVisited(loadTexts, address));
    // Code that cannot be fetched now: it is counted until the next visit.
    read.catch(() => undefined);
  });
  useEffect(() => {
    if (isKnown && hasUnread()) {
      visit(pathname + search);
    }
  }, [isKnown, pathname, search]);
  // Of what is new there the count may not have heard yet.
  useEffect(() => onVisit((address) => visit(address)), []);
  useTitlePart('unread', unread > 0 ? `(${shownCount(unread)})` : null);
  const hear = useNewNotifications(data, (row) => {
    const show = isBrowserToTell()
      ? row.isQuiet
        ? null
        : async () => (await import('../show-by-browser.js')).showByBrowser
      : document.visibilityState === 'visible'
        ? async () => (await import('../show-by-toast.js')).showByToast(notification)
        : null;
    if (show) {
      const shown = Promise.all([show(), loadTexts()]).then(([tell, texts]) =>
        tell(row, texts, (path) => void navigate(path)),
      );
      // Code that cannot be fetched now: the bell has counted it all the same.
      shown.catch(() => undefined);
    }
  });
  useLiveEvent('notificationAdded', hear);
  const label = error
    ? t('bellFailed')
    : unread > 0
      ? t('bellUnread', { count: unread })
      : t('bell');
  return (
    <>
      <Button
        type="text"
        className={drawer.isOpen ? '' : 'tip'}
        data-tip={label}
        aria-label={label}
        aria-haspopup="dialog"
        icon={
          <span className={styles['bell']}>
            <BellOutlined />
            {/* Drawn by the style sheet: the label says the count in words, and who speaks to his computer says those. */}
            {unread > 0 && <b aria-hidden data-count={shownCount(unread)} />}
          </span>
        }
        onClick={() => void drawer.open()}
      />
      {drawer.code && drawer.isOpen && (
        <drawer.code.NoticeDrawer
          texts={drawer.code.texts}
          actions={drawer.code.actions}
          onClose={drawer.close}
        />
      )}
    </>
  );
}
