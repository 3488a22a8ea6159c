import { endpoints, type EndpointResult, type NoticePreference } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { BrowserNoticeSwitch } from '../components/browser-notice-switch.js';
import { ChoiceTable } from './choice-table.js';
import styles from './choices.module.css';
import { NoticeTimes } from './notice-times.js';

const { get: getPreference, set: setPreference } = endpoints.noticePreferences;
type Stored = EndpointResult<typeof getPreference>;

/** Shows what was chosen at once, and sends it one after the other, so that the last choice is what holds. */
function useChoices(stored: Stored): {
  shown: NoticePreference;
  change: (part: Partial<NoticePreference>) => void;
} {
  const [chosen, setChosen] = useState<NoticePreference | null>(null);
  const { act } = useAction(setPreference, { invalidates: [getPreference], isFreshAtEnd: true });
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef<NoticePreference | null>(null);
  const shown: NoticePreference = chosen ?? stored;
  const change = (part: Partial<NoticePreference>): void => {
    const next = { ...shown, ...part };
    latest.current = next;
    setChosen(next);
    sending.current = sending.current
      .then(() => act(next))
      .then(() => latest.current === next && setChosen(null));
  };
  return { shown, change };
}

function Choices({ stored }: { stored: Stored }): ReactNode {
  const { t } = useTranslation('noticeChoices');
  const { shown, change } = useChoices(stored);
  const canMail = stored.mail === 'ready';
  return (
    <>
      <section className={`card ${styles['card']}`}>
        {stored.mail === 'off' && <Alert type="info" showIcon title={t('mailOff')} />}
        {stored.mail === 'noAddress' && (
          <Alert
            type="info"
            showIcon
            title={t('mailNoAddress')}
            action={<Link to={paths.ownEmail}>{t('addAddress')}</Link>}
          />
        )}
        <ChoiceTable
          choices={shown.choices}
          canMail={canMail}
          onChange={(group, choice) => change({ choices: { ...shown.choices, [group]: choice } })}
        />
        <BrowserNoticeSwitch />
      </section>
      <section className={`card ${styles['card']}`}>
        <h2>{t('times')}</h2>
        <NoticeTimes preference={shown} canMail={canMail} onChange={change} />
      </section>
    </>
  );
}

/** How one is told of things: by the bell, by mail, by the browser, and when not. Mails lead here. */
export function NoticeChoicesPage(): ReactNode {
  const { t } = useTranslation('noticeChoices');
  const query = useQuery(queryOptionsOf(getPreference, {}));
  return (
    <>
      <PageHeader title={t('title')}>
        <span className="soft">{t('hint')}</span>
      </PageHeader>
      <PageState query={query}>{(stored) => <Choices stored={stored} />}</PageState>
    </>
  );
}
