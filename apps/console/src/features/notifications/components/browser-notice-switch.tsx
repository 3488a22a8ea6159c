import { Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrowserNotices, wantBrowserNotices } from '../browser-notifications.js';
import styles from './notice-drawer.module.css';

/** Whether the browser shows notifications while nobody looks at the page; says why where it cannot. */
export function BrowserNoticeSwitch(): ReactNode {
  const { t } = useTranslation('notifications');
  const state = useBrowserNotices();
  const id = useId();
  const isPossible = state === 'on' || state === 'off';
  return (
    <div className={styles['switch']}>
      <Switch
        size="small"
        aria-labelledby={id}
        checked={state === 'on'}
        disabled={!isPossible}
        onChange={(isWanted) => void wantBrowserNotices(isWanted)}
      />
      <span>
        <span id={id}>{t('byBrowser')}</span>
        <small>{t(isPossible ? 'byBrowserHint' : state)}</small>
      </span>
    </div>
  );
}
