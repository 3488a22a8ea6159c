import { CloseOutlined, UserAddOutlined } from '@ant-design/icons';
import type { UserOption } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UserPickerDialog } from '../../../shared/users/user-picker-dialog.js';
import styles from './shares.module.css';
import { personWithAccount } from '../../../shared/users/person-name.js';

interface ChosenUsersProps {
  /** Given by the form's field. */
  id?: string;
  value?: UserOption[];
  onChange?: (users: UserOption[]) => void;
}

/** A field of users: those chosen, each to be taken away again, and a button that opens the picker. */
export function ChosenUsers({ id, value = [], onChange }: ChosenUsersProps): ReactNode {
  const { t } = useTranslation('shares');
  const [isPicking, setIsPicking] = useState(false);
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
        <Button
          {...(id !== undefined && { id })}
          icon={<UserAddOutlined />}
          // The field's label would take the place of what the button does.
          aria-label={t(value.length === 0 ? 'chooseUsers' : 'addUsers')}
          onClick={() => setIsPicking(true)}
        >
          {t(value.length === 0 ? 'chooseUsers' : 'addUsers')}
        </Button>
      </div>
      {isPicking && (
        <UserPickerDialog
          title={t('chooseUsers')}
          isForShare
          exceptIds={new Set(value.map((user) => user.id))}
          isBusy={false}
          onPick={(users) => {
            onChange?.([...value, ...users]);
            setIsPicking(false);
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}
