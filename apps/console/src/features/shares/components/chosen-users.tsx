import { CloseOutlined, UserAddOutlined } from '@ant-design/icons';
import type { UserOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { FindUser } from '../../../shared/users/find-user.js';
import { personWithAccount } from '../../../shared/users/person-name.js';
import { UserPickerDialog } from '../../../shared/users/user-picker-dialog.js';
import { recentReceivers, shareUsers } from '../api/share-queries.js';
import styles from './shares.module.css';

interface ChosenUsersProps {
  /** Given by the form's field. */
  id?: string;
  value?: UserOption[];
  onChange?: (users: UserOption[]) => void;
  /** The keyboard begins here. */
  takesFocus?: boolean;
}

/**
 * A field of users: those chosen, each to be taken away again, a field that finds one by typing, and a button that opens the
 * picker, which chooses many.
 */
export function ChosenUsers({
  id,
  value = [],
  onChange,
  takesFocus = false,
}: ChosenUsersProps): ReactNode {
  const { t } = useTranslation('shares');
  const [isPicking, setIsPicking] = useState(false);
  const recent = useQuery(recentReceivers());
  const chosenIds = new Set(value.map((user) => user.id));
  const add = (users: readonly UserOption[]): void => onChange?.([...value, ...users]);
  return (
    <>
      <div className={styles['chosen']}>
        <ul className={styles['users']}>
          {value.map((user) => (
            <li key={user.id}>
              <span>{personWithAccount(user)}</span>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('removeUser', { name: user.userName })}
                title={t('removeUser', { name: user.userName })}
                onClick={() => onChange?.(value.filter((other) => other.id !== user.id))}
              />
            </li>
          ))}
        </ul>
        <div className={styles['findUser']}>
          <div>
            <FindUser
              {...(id !== undefined && { id })}
              find={shareUsers}
              recent={recent.data ?? []}
              exceptIds={chosenIds}
              takesFocus={takesFocus}
              onPick={(user) => add([user])}
            />
          </div>
          <Button icon={<UserAddOutlined />} onClick={() => setIsPicking(true)}>
            {t(value.length === 0 ? 'chooseUsers' : 'addUsers')}
          </Button>
        </div>
        <FailureNote query={recent} what={t('recentNotLoaded')} />
      </div>
      {isPicking && (
        <UserPickerDialog
          title={t('chooseUsers')}
          isForShare
          exceptIds={chosenIds}
          isBusy={false}
          onPick={(users) => {
            add(users);
            setIsPicking(false);
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}
