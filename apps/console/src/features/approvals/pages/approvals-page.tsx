import { AuditOutlined } from '@ant-design/icons';
import type { ApplicationRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { computeHerePath } from '../../../shared/job-in-project.js';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { useVisit } from '../../../shared/notifications/visits.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { useOpenedItem } from '../../../shared/ui/dialog/use-opened-item.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { applicationList } from '../api/application-queries.js';
import { allowedActions, applicationName, isComputable } from '../application-facts.js';
import styles from '../components/approvals.module.css';
import { ApplicationDrawer, type OnPreview } from '../detail/application-drawer.js';
import { ApplicationButtons } from '../list/application-buttons.js';
import { applicationColumns } from '../list/application-columns.js';
import { RevokeDialog } from '../list/revoke-dialog.js';
import { useListFocus } from './use-list-focus.js';
import { useApplicationActions, type OnDownloadBegun } from '../list/use-application-actions.js';

const names = ['me', 'search'] as const;
type Whose = '1' | '2' | '3';

interface ApprovalsPageProps {
  userId: string;
  /** Whether the platform lets the user download at all. */
  canDownload: boolean;
  onDownloadBegun: OnDownloadBegun;
  onPreview: OnPreview;
}

/** Applications for downloads: one's own, those that wait for one's word, and all of them (spec part 1 §2, /aduitProject). */
export function ApprovalsPage({
  userId,
  canDownload,
  onDownloadBegun,
  onPreview,
}: ApprovalsPageProps): ReactNode {
  const { t } = useTranslation(['approvals', 'common']);
  const view = useListView(names);
  const hasJobs = useHasMenu(paths.jobs);
  const drawer = useOpenedItem('apply');
  const { filter, pageNum, size } = view;
  const me: Whose = filter.me === '1' || filter.me === '2' ? filter.me : '3';
  const applications = useQuery({
    ...applicationList({ me, pageNum, pageSize: size, projName: filter.search }),
    placeholderData: keepPreviousData,
  });
  const awaiting = useQuery(applicationList({ me: '2', pageNum: 0, pageSize: 1, projName: '' }));
  const awaitingMe = awaiting.data?.total ?? 0;
  const actions = useApplicationActions(onDownloadBegun);
  const { download, withdraw, revoke: askAbout } = actions;
  const { area, leaveFrom } = useListFocus(
    applications.data?.data.map(({ id }) => id) ?? [],
    drawer.opened !== '' || actions.revoking !== null,
  );
  const revoke = useCallback(
    (application: ApplicationRow) => {
      leaveFrom(application.id);
      askAbout(application);
    },
    [askAbout, leaveFrom],
  );
  const { open: openDrawer } = drawer;
  const open = useCallback(
    ({ id }: ApplicationRow): void => {
      leaveFrom(id);
      openDrawer(id);
    },
    [leaveFrom, openDrawer],
  );
  // What is opened stands in the address; this is looked at, too.
  useVisit(actions.revoking ? paths.approval(actions.revoking.id) : '');
  const close = (): void => {
    // It may have been opened by its address, from a notice or by going back.
    leaveFrom(drawer.opened);
    drawer.close();
  };
  const buttonsOf = useMemo(
    () =>
      function Buttons(application: ApplicationRow, look: 'links' | 'buttons'): ReactNode {
        // The drawer has the decision below what it is about.
        const acts = allowedActions(application, userId, canDownload).filter(
          (act) => act !== 'review' || look === 'links',
        );
        const buttons = acts.length > 0 && (
          <ApplicationButtons
            application={application}
            acts={acts}
            look={look}
            actions={{ review: open, revoke, download, withdraw }}
          />
        );
        return look === 'buttons' && hasJobs && isComputable(application, userId) ? (
          <>
            {buttons}
            <LinkButton to={computeHerePath(application.project.id, application.paths)}>
              {t('computeHere')}
            </LinkButton>
          </>
        ) : (
          buttons || null
        );
      },
    [t, userId, canDownload, hasJobs, open, revoke, download, withdraw],
  );
  const options = {
    first: pageNum * size,
    onOpen: open,
    actionsOf: (application: ApplicationRow) => buttonsOf(application, 'links'),
  };
  return (
    <div ref={area} className={styles['page']}>
      <ListPage
        name="approvals"
        label={t('title')}
        actions={
          <Segmented<Whose>
            aria-label={t('which')}
            value={me}
            options={[
              { value: '3', label: t('all') },
              { value: '1', label: t('mine') },
              {
                value: '2',
                label: (
                  <>
                    <span>{t('awaitingMe')}</span>
                    {awaitingMe > 0 && <span className={styles['count']}>{awaitingMe}</span>}
                  </>
                ),
              },
            ]}
            onChange={(next) => view.narrow({ me: next === '3' ? '' : next })}
          />
        }
        search={view.searchBox('search', t('findProject'))}
        columns={applicationColumns(t, options)}
        query={applications}
        pageOf={({ data, total }) => ({ rows: data, total })}
        page={view}
        rowId={({ id }) => id}
        rowName={applicationName}
        onOpen={open}
        opensOnClick
        noMatch={t('noMatch')}
        empty={{
          icon: <AuditOutlined />,
          title: t(`emptyTitle_${me}`),
          hint: t(`emptyHint_${me}`),
        }}
      />
      {drawer.opened && (
        <ApplicationDrawer
          key={drawer.opened}
          id={drawer.opened}
          buttonsOf={buttonsOf}
          onPreview={onPreview}
          onClose={close}
        />
      )}
      {actions.revoking && (
        <RevokeDialog application={actions.revoking} onClose={actions.endRevoking} />
      )}
    </div>
  );
}
