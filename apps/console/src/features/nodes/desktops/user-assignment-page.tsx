import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { endpoints, type DesktopNode, type UserOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { useUnsavedWork } from '../../../shared/ui/form/unsaved-work.js';
import { useFormSource, type FormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { NodeFormState, NodeGonePage } from '../components/node-page-state.js';
import styles from '../components/nodes.module.css';
import { desktopKind } from '../node-kind.js';
import { desktopInfo, queriesOfDesktops } from '../node-queries.js';
import { UserPanel } from './user-panel.js';

/** The id of the desktop in the documented parameter: the node as JSON. */
function readRow(row: string | null): string {
  try {
    const value: unknown = JSON.parse(row ?? '');
    const id = value !== null && typeof value === 'object' && 'id' in value ? value.id : '';
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}

function Assignment({ source }: { source: FormSource<DesktopNode> }): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const navigate = useNavigate();
  const desktop = source.now;
  const [chosen, setChosen] = useState<readonly UserOption[]>(source.first.userInfos);
  const [find, setFind] = useState('');
  const isSaved = useRef(false);
  const users = useQuery(queryOptionsOf(endpoints.users.listAll, find ? { name: find } : {}));
  const before = source.first.userInfos.map(({ id }) => id).sort();
  const after = chosen.map(({ id }) => id).sort();
  const isDirty = before.join() !== after.join();
  useUnsavedWork(() => isDirty && !isSaved.current);
  const { act, isBusy } = useAction(endpoints.desktops.add, {
    invalidates: queriesOfDesktops,
    done: t('assignedDone'),
  });
  const save = async (): Promise<void> => {
    const addUserIds = after.filter((id) => !before.includes(id));
    const removeUserIds = before.filter((id) => !after.includes(id));
    if (await act({ id: desktop.id, addUserIds, removeUserIds })) {
      isSaved.current = true;
      await navigate(paths.desktops);
    }
  };
  const chosenIds = new Set(after);
  return (
    <>
      <PageHeader title={t('assignTo', { name: desktop.desktopName })}>
        <BackLink to={paths.desktops}>{t('list_desktop')}</BackLink>
      </PageHeader>
      <div className={styles['transfer']}>
        <UserPanel
          title={t('notAssigned')}
          query={{ ...users, rows: users.data?.filter(({ id }) => !chosenIds.has(id)) }}
          find={find}
          onFind={setFind}
          label={t('findUnassigned')}
          empty={find ? t('noUserMatch') : t('allAssigned')}
          move={{ icon: <RightOutlined />, text: t('assignPicked') }}
          onMove={(picked) => setChosen([...chosen, ...picked])}
        />
        <AssignedPanel
          chosen={chosen}
          onMove={(picked) => {
            const ids = new Set(picked.map(({ id }) => id));
            setChosen(chosen.filter(({ id }) => !ids.has(id)));
          }}
        />
      </div>
      <div className={styles['bar']}>
        <Button type="primary" loading={isBusy} disabled={!isDirty} onClick={() => void save()}>
          {t('common:confirm')}
        </Button>
        <Button onClick={() => void navigate(paths.desktops)}>{t('back')}</Button>
        <span className="soft small" role="status">
          {t('assignedCount', { count: chosen.length })}
        </span>
      </div>
    </>
  );
}

/** Those who have the desktop, found by name among themselves. */
function AssignedPanel(props: {
  chosen: readonly UserOption[];
  onMove: (picked: UserOption[]) => void;
}): ReactNode {
  const { t } = useTranslation('nodes');
  const [find, setFind] = useState('');
  const part = find.toLowerCase();
  const rows = props.chosen.filter(({ userName, realName }) =>
    `${userName} ${realName ?? ''}`.toLowerCase().includes(part),
  );
  return (
    <UserPanel
      title={t('assigned')}
      query={{ rows, error: null, refetch: () => undefined }}
      find={find}
      onFind={setFind}
      label={t('findAssigned')}
      empty={find ? t('noUserMatch') : t('nobodyAssigned')}
      move={{ icon: <LeftOutlined />, text: t('takeBackPicked') }}
      onMove={props.onMove}
    />
  );
}

/** To whom a desktop is assigned: two lists with a search each (spec part 2 §2, /userAssignment). */
export function UserAssignmentPage(): ReactNode {
  const [search] = useSearchParams();
  const id = readRow(search.get('row'));
  useWatch({ topic: 'nodes', kind: 'desktop' });
  const query = useFormSource({ ...desktopInfo(id), enabled: id !== '' });
  return id === '' ? (
    <NodeGonePage kind={desktopKind} />
  ) : (
    <NodeFormState query={query} kind={desktopKind}>
      {(source) => <Assignment key={id} source={source} />}
    </NodeFormState>
  );
}
