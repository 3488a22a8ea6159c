import { AppstoreOutlined } from '@ant-design/icons';
import { limits } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../shared/ui/state/empty-state.js';
import { PageHeader } from '../../shared/ui/layout/page-header.js';
import { useListView } from '../../shared/ui/table/list-url.js';
import { PagedList } from '../../shared/ui/table/paged-list.js';
import { SearchBox } from '../../shared/ui/table/search-box.js';
import { applicationCard, applicationColumns } from './application-columns.js';
import { ApplicationDrawer } from './application-drawer.js';
import { useWatchApplications } from './application-live.js';
import { applicationList, applicationTypes } from './application-queries.js';
import { FailureNote } from '../../shared/ui/state/failure-note.js';

const names = ['type', 'name', 'app'] as const;

/** Applications on nodes: which there are, where they are, and what is being done with them (spec part 2 §2, Application list). */
export function ApplicationListPage(): ReactNode {
  const { t } = useTranslation(['applications', 'common']);
  const view = useListView(names);
  const [, setSearchParams] = useSearchParams();
  const { filter, pageNum, size } = view;
  useWatchApplications();
  const types = useQuery(applicationTypes());
  const applications = useQuery({
    ...applicationList({
      ...(filter.type && { type: filter.type }),
      ...(filter.name && { name: filter.name }),
      pageNo: pageNum,
      pageSize: size,
    }),
    placeholderData: keepPreviousData,
  });
  const onPage = applications.data?.data.find(({ name }) => name === filter.app);
  // An address that was sent may open what is not on this page.
  const elsewhere = useQuery({
    ...applicationList({ name: filter.app, pageNo: 0, pageSize: limits.maxPageSize }),
    enabled: filter.app !== '' && applications.data !== undefined && !onPage,
  });
  const opened = onPage ?? elsewhere.data?.data.find(({ name }) => name === filter.app);
  const open = useCallback(
    ({ name }: { name: string }): void =>
      setSearchParams((before) => {
        const after = new URLSearchParams(before);
        after.set('app', name);
        return after;
      }),
    [setSearchParams],
  );
  const [columns, card] = useMemo(
    () => [applicationColumns(t, open), applicationCard(open)],
    [t, open],
  );
  const close = (): void =>
    setSearchParams((before) => {
      const after = new URLSearchParams(before);
      after.delete('app');
      return after;
    });
  const isNarrowed = filter.type !== '' || filter.name !== '';
  return (
    <>
      <PageHeader
        extra={
          <SearchBox
            value={filter.name}
            label={t('searchName')}
            onSearch={(name) => view.setFilter({ ...filter, app: '', name })}
          />
        }
      >
        <Select
          aria-label={t('type')}
          value={filter.type}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: t('allTypes') },
            ...(types.data ?? []).map((type) => ({ value: type, label: type })),
          ]}
          onChange={(type) => view.setFilter({ ...filter, app: '', type })}
        />
      </PageHeader>
      <FailureNote query={types} what={t('typesNotLoaded')} />
      <FailureNote query={elsewhere} />
      <PagedList
        name="applications"
        label={t('title')}
        columns={columns}
        card={card}
        query={applications}
        pageOf={({ data, total }) => ({ rows: data, total })}
        page={view}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        onOpen={open}
        opensOnClick
        noMatch={
          isNarrowed
            ? {
                title: t('noMatch'),
                hint: t('noMatchHint'),
                onClear: () => view.setFilter({ type: '', name: '', app: '' }),
              }
            : null
        }
        empty={
          <EmptyState icon={<AppstoreOutlined />} title={t('emptyTitle')} hint={t('emptyHint')} />
        }
      />
      {opened && <ApplicationDrawer key={opened.name} application={opened} onClose={close} />}
    </>
  );
}
