import { endpoints, type DiskUsage, type UserRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { QuotaDialog, QuotaUsed } from '../../../shared/ui/form/quota-field.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { formatSize, percentOf } from '../../../shared/lib/format/format.js';

interface UserSpaceDialogProps {
  user: UserRow;
  onClose: () => void;
}

function Usage({ usage }: { usage: DiskUsage }): ReactNode {
  const { t } = useTranslation('users');
  const { quotaBytes, usedBytes, trashBytes, versionBytes, freeBytes } = usage;
  const details = [
    { label: t('spaceUsed'), value: formatSize(usedBytes) },
    { label: t('spaceTrash'), value: formatSize(trashBytes) },
    { label: t('spaceVersions'), value: formatSize(versionBytes) },
    { label: t('spaceQuota'), value: quotaBytes === null ? t('noQuota') : formatSize(quotaBytes) },
    { label: t('spaceFree'), value: freeBytes === null ? t('noQuota') : formatSize(freeBytes) },
  ];
  const percent = quotaBytes === null ? null : percentOf(usedBytes, quotaBytes);
  return (
    <>
      <DetailList details={details} />
      {percent !== null && (
        <div style={{ marginTop: 8 }}>
          <QuotaUsed percent={percent} label={t('spaceUsed')} />
        </div>
      )}
    </>
  );
}

/** How much of the disk a user has and uses; sets the quota, or lifts it. */
export function UserSpaceDialog({ user, onClose }: UserSpaceDialogProps): ReactNode {
  const { t } = useTranslation('users');
  const input = { userId: user.id };
  const { submit } = useAction(endpoints.disk.setQuota, {
    invalidates: [endpoints.disk.userUsage],
    done: (_, { quotaBytes }) => (quotaBytes === null ? t('quotaLifted') : t('quotaSet')),
  });
  return (
    <QuotaDialog
      title={t('spaceTitle', { name: user.userName })}
      usage={queryOptionsOf(endpoints.disk.userUsage, input)}
      head={(usage) => <Usage usage={usage} />}
      label={t('quotaField')}
      hint={t('quotaHint')}
      none={t('noQuota')}
      onSubmit={(quotaBytes) => submit({ ...input, quotaBytes })}
      onClose={onClose}
    />
  );
}
