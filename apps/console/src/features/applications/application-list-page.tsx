import { AppstoreOutlined } from '@ant-design/icons';
import { limits } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenedItem } from '../../shared/ui/dialog/use-opened-item.js';
import { EmptyState } from '../../shared/ui/state/empty-state.js';
import { PageHeader } from '../../shared/ui/layout/page-header.js';
import { useListView } from '../../shared/ui/table/list-url.js';
import { PagedList } from '../../shared/ui/table/paged-list.js';
import { SearchBox } from '../../shared/ui/table/search-box.js';
import { applicationCard, applicationColumns } from './application-columns.js';
import { ApplicationDrawer } from './application-drawer.js';
import { useWatchApplications } from './application-live.js';
import { applicationList, applicationTypes } from './application-queries.js';

const names = ['type', 'name'] as const;

/** Applications on nodes: which there are, where they are, and what is being done with them (spec part 2 §2, Application list). */
export function ApplicationListPage(): ReactNode {
  const { t } = useTranslation(['applications', 'common']);
  const view = useListView(names);
  const { opened: openedName, open, close } = useOpenedItem('app');
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
  const onPage = applications.data?.data.find(({ name }) => name === openedName);
  // An address that was sent may open what is not on this page.
  const elsewhere = useQuery({
    ...applicationList({ name: openedName, pageNo: 0, pageSize: limits.maxPageSize }),
    enabled: openedName !== '' && applications.data !== undefined && !onPage,
  });
  const opened = onPage ?? elsewhere.data?.data.find(({ name }) => name === openedName);
  const [columns, card] = useMemo(
    () => [
      applicationColumns(t, ({ name }) => open(name)),
      applicationCard(({ name }) => open(name)),
    ],
    [t, open],
  );
  const isNarrowed = filter.type !== '' || filter.name !== '';
  return (
    <>
      <PageHeader
        extra={
          <SearchBox
            value={filter.name}
            label={t('searchName')}
            onSearch={(name) => view.setFilter({ ...filter, name })}
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
          onChange={(type) => view.setFilter({ ...filter, type })}
        />
      </PageHeader>
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
        onOpen={({ name }) => open(name)}
        opensOnClick
        noMatch={
          isNarrowed
            ? {
                title: t('noMatch'),
                hint: t('noMatchHint'),
                onClear: () => view.setFilter({ type: '', name: '' }),
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
