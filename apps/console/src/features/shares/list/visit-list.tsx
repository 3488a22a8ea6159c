import { HistoryOutlined } from '@ant-design/icons';
import { limits, type ShareVisit } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../../shared/file-browser/file-names.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { shareVisits } from '../api/share-queries.js';
import styles from '../components/shares.module.css';
import { personWithAccount } from '../../../shared/users/person-name.js';

/** What was taken, by names; nothing for an opened share. */
function Taken({ visit }: { visit: ShareVisit }): ReactNode {
  const { t } = useTranslation('shares');
  const { action, paths, entries } = visit;
  if (action === 'opened' || paths.length === 0) {
    return null;
  }
  const names = formatList(paths.map((path) => nameInSentence(nameOf(path))));
  return (
    <span title={formatList(paths)}>
      {names} {entries > paths.length && t('visitMore', { count: entries - paths.length })}
    </span>
  );
}

/** Who it was: a visitor without an account by the name that was given, and the address. */
function whoOf({ user, visitor }: ShareVisit, t: TFunction<'shares'>): string {
  if (visitor) {
    const { name, address } = visitor;
    return name === ''
      ? t('visitor', { address })
      : t('visitorNamed', { name: nameInSentence(name), address });
  }
  return user ? personWithAccount(user) : t('userGone');
}

function Visit({ visit }: { visit: ShareVisit }): ReactNode {
  const { t } = useTranslation('shares');
  return (
    <div className={styles['visit']}>
      <span>
        <b>{whoOf(visit, t)}</b> {t(`visit_${visit.action}`)} <Taken visit={visit} />
      </span>
      <span className="soft small">
        <RelativeTime time={visit.time} />
      </span>
    </div>
  );
}

/** Who opened and took what of a share, newest first, page by page. */
export function VisitList({ shareId }: { shareId: string }): ReactNode {
  const { t } = useTranslation('shares');
  const page = usePageState(20);
  const { pageNum, size } = page;
  const visits = useQuery({
    ...shareVisits(shareId, { pageNum, size }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(
    () => [
      {
        id: 'visit',
        title: t('history'),
        cell: (visit: ShareVisit) => <Visit visit={visit} />,
      },
    ],
    [t],
  );
  return (
    <section className={styles['history']} aria-label={t('history')}>
      <h2>{t('history')}</h2>
      <p className="soft small">{t('historyHint', { count: limits.shareVisitsKept })}</p>
      <PagedList
        label={t('history')}
        columns={columns}
        query={visits}
        pageOf={({ data, total }) => ({ rows: data, total })}
        page={page}
        rowId={({ id }) => id}
        empty={
          <EmptyState icon={<HistoryOutlined />} title={t('noVisits')} hint={t('noVisitsHint')} />
        }
      />
    </section>
  );
}
