import { endpoints, type UserRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { call } from '../../../../shared/api/call.js';
import { SelectionBar } from '../../../../shared/ui/action/selection-bar.js';
import { useConfirm } from '../../../../shared/ui/dialog/use-confirm.js';
import { lazyComponent } from '../../../../shared/ui/lazy-component.js';
import { useBulk, type BulkSend } from './use-bulk.js';
import { useMessages } from '../../../../shared/ui/messages/messages.js';

interface BulkBarProps {
  /** Who is selected, also on other pages. */
  users: ReadonlyMap<string, UserRow>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

const dialogs = {
  role: lazyComponent(async () => (await import('./bulk-dialogs.js')).BulkRoleDialog),
  quota: lazyComponent(async () => (await import('./bulk-dialogs.js')).BulkQuotaDialog),
  activate: lazyComponent(async () => (await import('./bulk-dialogs.js')).BulkActivateDialog),
};
const RefusalsDialog = lazyComponent(
  async () => (await import('../../../../shared/ui/dialog/refusals-dialog.js')).RefusalsDialog,
);

/** What can be done to the selected users. It stands in place of the list's own actions while somebody is selected. */
export function BulkBar({ users, onSelect }: BulkBarProps): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const { message } = useMessages();
  const confirm = useConfirm();
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const count = users.size;
  // Who was refused stays selected: something else may be done to them.
  const bulk = useBulk(users, (done) =>
    onSelect(new Set([...users.keys()].filter((id) => !done.includes(id)))),
  );
  const ask = async (what: 'freeze' | 'remove', send: BulkSend): Promise<void> => {
    const isConfirmed = await confirm({
      title: t(what === 'freeze' ? 'bulkFreezeTitle' : 'bulkRemoveTitle', { count }),
      hint: t(what === 'freeze' ? 'freezeHint' : 'bulkRemoveHint'),
      okText: t(what === 'freeze' ? 'freeze' : 'common:remove'),
      isDangerous: true,
    });
    if (isConfirmed) {
      await bulk.run(send).catch((error: unknown) => void message.error(messageOf(error)));
    }
  };
  const OpenDialog = open && dialogs[open];
  return (
    <>
      {count > 0 && (
        <SelectionBar
          label={t('bulkActions')}
          selected={t('selectedUsers', { count })}
          onClear={() => onSelect(new Set())}
        >
          <Button disabled={bulk.isBusy} onClick={() => setOpen('role')}>
            {t('addRole')}
          </Button>
          <Button disabled={bulk.isBusy} onClick={() => setOpen('quota')}>
            {t('changeQuota')}
          </Button>
          <Button disabled={bulk.isBusy} onClick={() => setOpen('activate')}>
            {t('activate')}
          </Button>
          <Button
            loading={bulk.isBusy}
            onClick={() =>
              void ask('freeze', (ids) => call(endpoints.users.bulkFreeze, { ids, freeze: 1 }))
            }
          >
            {t('freeze')}
          </Button>
          <Button
            danger
            loading={bulk.isBusy}
            onClick={() => void ask('remove', (ids) => call(endpoints.users.bulkRemove, { ids }))}
          >
            {t('common:remove')}
          </Button>
        </SelectionBar>
      )}
      {OpenDialog && (
        <OpenDialog
          count={count}
          run={bulk.run}
          onClose={() => setOpen(null)}
          onMissing={() => setOpen(null)}
        />
      )}
      {bulk.failures && (
        <RefusalsDialog
          title={t('bulkFailed', { count: bulk.failures.length })}
          refused={bulk.failures}
          onClose={bulk.forgetFailures}
        />
      )}
    </>
  );
}
