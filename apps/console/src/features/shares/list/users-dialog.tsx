import { endpoints, type ShareRow, type UserOption } from '@clusterdesk/contracts';
import { Alert, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { mapSource, useFormSource } from '../../../shared/ui/form/source/use-form-source.js';
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
  const detail = useFormSource(shareDetail(share.id));
  const own = detail.data?.now.own;
  const users = own?.users;
  // Who is not named would be removed with the next save.
  const isWhole = users?.length === own?.userCount;
  const { submit } = useAction(endpoints.shares.edit, {
    invalidates: queriesOfOwnShares,
    done: t('changed'),
  });
  const isReady = users !== undefined && isWhole;
  return (
    <FormDialog<{ users: UserOption[] }, unknown>
      form={form}
      title={t('changeUsersTitle', { name: nameInSentence(shareName(share)) })}
      mainField="users"
      source={detail.data && mapSource(detail.data, (row) => ({ users: row.own?.users ?? [] }))}
      canSubmit={isReady}
      head={
        <PageState query={detail} isInCard>
          {() =>
            isReady ? (
              <p className="soft">{t('changeUsersHint')}</p>
            ) : (
              <Alert type="warning" showIcon title={t('usersNotAll')} />
            )
          }
        </PageState>
      }
      onSubmit={(values) => submit({ id: share.id, users: values.users.map(({ id }) => ({ id })) })}
      onClose={onClose}
    >
      <UsersField />
    </FormDialog>
  );
}
