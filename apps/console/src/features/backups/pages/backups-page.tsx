import { CloudServerOutlined, FileProtectOutlined, PlusOutlined } from '@ant-design/icons';
import { endpoints } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, type MenuProps } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { ConfirmByTyping } from '../../../shared/ui/dialog/confirm-by-typing.js';
import { MenuButton } from '../../../shared/ui/menu/menu-button.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import {
  backupPage,
  proofState,
  queriesOfBackups,
  useWatchBackups,
} from '../api/backup-queries.js';
import styles from '../backups.module.css';
import { ProofSummary } from '../components/proof-summary.js';
import { RestoringNote } from '../components/restoring-note.js';
import { PlanCard } from '../forms/plan-card.js';
import { StoreCard } from '../forms/store-card.js';
import { RecoveryKitDialog } from '../kit/recovery-kit-dialog.js';
import { backupColumns } from '../list/backup-columns.js';
import { useBackupActions } from '../list/use-backup-actions.js';

/** Backups: their proof, the list, the schedule, the store, what one needs to be back. */
export function BackupsPage(): ReactNode {
  const { t } = useTranslation(['backups', 'common']);
  useWatchBackups();
  const view = useListView([]);
  const { pageNum, size } = view;
  const list = useQuery({ ...backupPage(pageNum, size), placeholderData: keepPreviousData });
  const { data: proof } = useQuery(proofState());
  const { actions, restoring, closeRestoring, confirmRestoring } = useBackupActions();
  const columns = useMemo(() => backupColumns(t, proof, actions), [t, proof, actions]);
  const [isKitOpen, setKitOpen] = useState(false);
  const adding = useAction(endpoints.backups.add, {
    invalidates: queriesOfBackups,
    done: t('begun'),
  });
  const kinds: MenuProps['items'] = [
    {
      key: 'database',
      label: t('databaseOnly'),
      onClick: () => void adding.act({ withFiles: false }),
    },
    {
      key: 'files',
      label: t('databaseAndFiles'),
      onClick: () => void adding.act({ withFiles: true }),
    },
  ];
  const add = (
    <MenuButton menu={{ items: kinds }}>
      <Button type="primary" icon={<PlusOutlined />} loading={adding.isBusy}>
        {t('backUpNow')}
      </Button>
    </MenuButton>
  );
  return (
    // The whole page scrolls: the list gives way to nothing below it.
    <div>
      <ListPage
        name="backups"
        label={t('title')}
        title={t('title')}
        actions={
          <>
            {add}
            <Button icon={<FileProtectOutlined />} onClick={() => setKitOpen(true)}>
              {t('kit')}
            </Button>
          </>
        }
        note={
          <div className={styles['head']}>
            <section className={`card ${styles['card']}`} aria-label={t('proof')}>
              <ProofSummary />
            </section>
            <RestoringNote restoring={list.data?.restoring ?? null} />
          </div>
        }
        columns={columns}
        query={list}
        pageOf={({ content, totalElements }) => ({ rows: content, total: totalElements })}
        page={view}
        rowId={({ id }) => id}
        noMatch={t('empty')}
        onClear={null}
        empty={{
          icon: <CloudServerOutlined />,
          title: t('empty'),
          hint: t('emptyHint'),
          action: add,
        }}
      >
        {isKitOpen && <RecoveryKitDialog onClose={() => setKitOpen(false)} />}
        {restoring && (
          <ConfirmByTyping
            title={t('restoreTitle', { time: restoring.createTime })}
            hint={t('restoreHint')}
            name={t('restoreWord')}
            okText={t('restore')}
            onConfirm={() => confirmRestoring(restoring)}
            onClose={closeRestoring}
          />
        )}
      </ListPage>
      {!list.isPending && (
        // Below a list of which it is known how long it is: they do not jump.
        <div className={styles['cards']}>
          <PlanCard />
          <StoreCard />
        </div>
      )}
    </div>
  );
}
