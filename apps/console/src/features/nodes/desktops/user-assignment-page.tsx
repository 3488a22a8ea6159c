import { endpoints, type DesktopNode, type UserOption } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { useUnsavedWork } from '../../../shared/ui/form/unsaved-work.js';
import { useFormSource, type FormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { NodeFormState, NodeGonePage } from '../components/node-page-state.js';
import { UserTransfer } from '../../../shared/users/user-transfer.js';
import styles from '../components/nodes.module.css';
import { desktopKind } from '../node-kind.js';
import { desktopInfo, queriesOfDesktops } from '../node-queries.js';

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
  const isSaved = useRef(false);
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
  return (
    <>
      <PageHeader title={t('assignTo', { name: desktop.desktopName })}>
        <BackLink to={paths.desktops}>{t('list_desktop')}</BackLink>
      </PageHeader>
      <UserTransfer
        add={t('assignByName')}
        chosen={chosen}
        onChange={setChosen}
        others={{
          title: t('notAssigned'),
          find: t('findUnassigned'),
          empty: t('allAssigned'),
          move: t('assignPicked'),
        }}
        chosenWords={{
          title: t('assigned'),
          find: t('findAssigned'),
          empty: t('nobodyAssigned'),
          move: t('takeBackPicked'),
        }}
      />
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
