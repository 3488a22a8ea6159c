import { endpoints, type ShareRow, type UserOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '../../../shared/files/name-parts.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { shareDetail, queriesOfOwnShares } from '../api/share-queries.js';
import { shareName } from '../share-link.js';
import { UsersField } from '../setup/way-fields.js';

interface UsersDialogProps {
  share: ShareRow;
  onClose: () => void;
}

/** Changes who has a share to users. The list names only some of them, so all are asked for first. */
export function UsersDialog({ share, onClose }: UsersDialogProps): ReactNode {
  const { t } = useTranslation('shares');
  const [form] = Form.useForm<{ users: UserOption[] }>();
  const detail = useQuery({ ...shareDetail(share.id), staleTime: 0 });
  const users = detail.data?.own?.users;
  // Who is not named would be removed with the next save.
  const isWhole = users?.length === detail.data?.own?.userCount;
  const { submit } = useAction(endpoints.shares.edit, {
    invalidates: queriesOfOwnShares,
    done: t('changed'),
  });
  const isReady = users !== undefined && isWhole;
  useEffect(() => {
    if (users && !form.isFieldsTouched()) {
      form.setFieldsValue({ users });
    }
  }, [form, users]);
  return (
    <FormDialog<{ users: UserOption[] }, unknown>
      form={form}
      title={t('changeUsersTitle', { name: nameInSentence(shareName(share)) })}
      mainField="users"
      canSubmit={isReady}
      head={
        isReady ? (
          <p className="soft">{t('changeUsersHint')}</p>
        ) : detail.error ? (
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        ) : users ? (
          <Alert type="warning" showIcon title={t('usersNotAll')} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        )
      }
      onSubmit={(values) => submit({ id: share.id, users: values.users.map(({ id }) => ({ id })) })}
      onClose={onClose}
    >
      <UsersField />
    </FormDialog>
  );
}
