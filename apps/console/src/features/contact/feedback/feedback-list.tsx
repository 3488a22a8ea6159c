import { endpoints, type EndpointResult, type FeedbackRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { ListPager, useBeyondLastPage } from '../../../shared/ui/table/list-pager.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { personName, personWithAccount } from '../../../shared/users/person-name.js';
import styles from './feedback.module.css';

const { list, handle, remove } = endpoints.feedback;
const firstSize = 10;

function Message({ row }: { row: FeedbackRow }): ReactNode {
  const { t } = useTranslation('feedback');
  const confirm = useConfirm();
  const handling = useAction(handle, { invalidates: [list] });
  const removing = useAction(remove, { invalidates: [list], done: t('removed') });
  const { id, userName, realName, handledTime, handledBy } = row;
  const author = userName === null ? null : { userName, realName };
  const name = author ? personName(author) : t('deletedUser');
  const isOpen = handledTime === null;
  const askAndRemove = async (): Promise<void> => {
    const title = t('removeTitle', { name });
    if (await confirm({ title, hint: t('removeHint'), isDangerous: true, okText: t('remove') })) {
      await removing.act({ id });
    }
  };
  return (
    <li className={`card ${styles['message']}`}>
      <div className={styles['head']}>
        <strong>{author ? personWithAccount(author) : name}</strong>
        <span className="soft small">
          <TimeText time={row.createTime} />
        </span>
        {!isOpen && (
          <>
            <StatusTag state="ok">{t('handled')}</StatusTag>
            <span className="soft small">
              {handledBy !== null && `${t('handledBy', { name: handledBy })} · `}
              <TimeText time={handledTime} />
            </span>
          </>
        )}
      </div>
      <p className={styles['text']}>{row.message}</p>
      <div className={styles['foot']}>
        <Button
          size="small"
          loading={handling.isBusy}
          aria-label={t(isOpen ? 'handleNamed' : 'reopenNamed', { name })}
          onClick={() => void handling.act({ id, handled: isOpen })}
        >
          {t(isOpen ? 'handle' : 'reopen')}
        </Button>
        <Button
          size="small"
          type="text"
          danger
          loading={removing.isBusy}
          aria-label={t('removeNamed', { name })}
          onClick={() => void askAndRemove()}
        >
          {t('remove')}
        </Button>
      </div>
    </li>
  );
}

const pageOf = ({ content, totalElements }: EndpointResult<typeof list>) => ({
  rows: content,
  total: totalElements,
});

/** Messages of all users, for those who manage the system; new ones come by themselves. */
export function FeedbackList(): ReactNode {
  const { t } = useTranslation('feedback');
  useWatch({ topic: 'feedback' });
  const [openOnly, setOpenOnly] = useState(true);
  const page = usePageState(firstSize);
  const { pageNum, size } = page;
  const query = useQuery({
    ...queryOptionsOf(list, { pageNum, size, openOnly }),
    placeholderData: keepPreviousData,
  });
  useBeyondLastPage(query, pageOf, page);
  const open = query.data?.open ?? 0;
  return (
    <section aria-label={t('messages')}>
      <PageHeader
        isPart
        title={t('messages')}
        extra={
          <Segmented<'open' | 'all'>
            aria-label={t('which')}
            value={openOnly ? 'open' : 'all'}
            options={[
              { value: 'open', label: t('open', { count: open }) },
              { value: 'all', label: t('all') },
            ]}
            onChange={(which) => {
              setOpenOnly(which === 'open');
              page.toFirst();
            }}
          />
        }
      />
      <PageState query={query}>
        {({ content }) =>
          content.length === 0 ? (
            <div className="card">
              <EmptyState
                title={t(openOnly ? 'noneOpen' : 'none')}
                hint={t(openOnly ? 'noneOpenHint' : 'noneHint')}
              />
            </div>
          ) : (
            <ul className={styles['list']}>
              {content.map((row) => (
                <Message key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </PageState>
      <ListPager query={query} pageOf={pageOf} page={page} />
    </section>
  );
}
