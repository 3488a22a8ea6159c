import { AppstoreOutlined } from '@ant-design/icons';
import { limits, type HostApplication } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenedItem } from '../../shared/ui/dialog/use-opened-item.js';
import { useListView } from '../../shared/ui/table/list-url.js';
import { ListPage } from '../../shared/ui/table/list-page.js';
import type { Act } from './application-buttons.js';
import { applicationColumns } from './application-columns.js';
import { ApplicationDrawer } from './drawer/application-drawer.js';
import { useWatchApplications } from './application-live.js';
import { applicationList, applicationTypes } from './application-queries.js';
import { typeName } from './application-words.js';
import { RunDialog } from './run/run-dialog.js';
import { FailureNote } from '../../shared/ui/state/failure-note.js';

const names = ['type', 'name'] as const;

/** Applications on nodes: which there are, where they are, and what is being done with them (spec part 2 §2, Application list). */
export function ApplicationListPage(): ReactNode {
  const { t } = useTranslation(['applications', 'common']);
  const view = useListView(names);
  const drawer = useOpenedItem('app');
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
  const onPage = applications.data?.data.find(({ name }) => name === drawer.opened);
  // An address that was sent may open what is not on this page.
  const elsewhere = useQuery({
    ...applicationList({ name: drawer.opened, pageNo: 0, pageSize: limits.maxPageSize }),
    enabled: drawer.opened !== '' && applications.data !== undefined && !onPage,
  });
  const opened = onPage ?? elsewhere.data?.data.find(({ name }) => name === drawer.opened);
  const open = ({ name }: { name: string }): void => drawer.open(name);
  const [asking, setAsking] = useState<{ application: HostApplication; act: Act } | null>(null);
  /** Whose output is shown first once its script was sent. */
  const [started, setStarted] = useState<{ name: string; nodeId: string } | null>(null);
  const ask = useCallback(
    (application: HostApplication, act: Act) => setAsking({ application, act }),
    [],
  );
  const isNarrowed = filter.type !== '' || filter.name !== '';
  return (
    <ListPage
      name="applications"
      label={t('title')}
      actions={
        <Select
          aria-label={t('type')}
          value={filter.type}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: t('allTypes') },
            ...(types.data ?? []).map((type) => ({ value: type, label: typeName(t, type) })),
          ]}
          onChange={(type) => view.narrow({ type })}
        />
      }
      search={{
        value: filter.name,
        label: t('searchName'),
        onSearch: (name) => view.narrow({ name }),
      }}
      note={
        <>
          <FailureNote query={types} what={t('typesNotLoaded')} />
          <FailureNote query={elsewhere} />
        </>
      }
      columns={applicationColumns(t, open, ask)}
      query={applications}
      pageOf={({ data, total }) => ({ rows: data, total })}
      page={view}
      rowId={({ name }) => name}
      rowName={({ name }) => name}
      onOpen={open}
      opensOnClick
      noMatch={t('noMatch')}
      onClear={isNarrowed ? () => view.narrow({ type: '', name: '' }) : null}
      empty={{ icon: <AppstoreOutlined />, title: t('emptyTitle'), hint: t('emptyHint') }}
    >
      {opened && (
        <ApplicationDrawer
          key={opened.name}
          application={opened}
          started={started?.name === opened.name ? started : null}
          onAct={ask}
          onClose={() => {
            setStarted(null);
            drawer.close();
          }}
        />
      )}
      {asking && (
        <RunDialog
          {...asking}
          onStarted={(nodeId) => {
            const { name } = asking.application;
            setStarted({ name, nodeId });
            if (drawer.opened !== name) {
              drawer.open(name);
            }
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </ListPage>
  );
}
