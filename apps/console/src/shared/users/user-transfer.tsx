import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { endpoints, limits, type UserOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../api/query.js';
import { FindUser } from './find-user.js';
import { UserPanel } from './user-panel.js';
import styles from './user-transfer.module.css';

/** What each list is called, its search, what it says when it is empty, and moving people into the other. */
export interface TransferWords {
  title: string;
  find: string;
  empty: string;
  move: string;
}

interface UserTransferProps {
  /** What the field is called that chooses one by typing. */
  add: string;
  chosen: readonly UserOption[];
  onChange: (chosen: UserOption[]) => void;
  others: TransferWords;
  chosenWords: TransferWords;
}

const usersNamed = (name: string) => queryOptionsOf(endpoints.users.listAll, name ? { name } : {});

/**
 * Two lists between which users move, with a search each, and a field that chooses whom one knows by name at once. The server searches all users there are; those who are chosen are found among
 * themselves.
 */
export function UserTransfer({
  add,
  chosen,
  onChange,
  others,
  chosenWords,
}: UserTransferProps): ReactNode {
  const { t } = useTranslation('common');
  const [find, setFind] = useState('');
  const [findChosen, setFindChosen] = useState('');
  const users = useQuery(usersNamed(find));
  const ids = new Set(chosen.map(({ id }) => id));
  const part = findChosen.toLowerCase();
  const shown = chosen.filter(({ userName, realName }) =>
    `${userName} ${realName ?? ''}`.toLowerCase().includes(part),
  );
  return (
    <div className={styles['transfer']}>
      <div className={styles['add']}>
        <FindUser
          label={add}
          find={usersNamed}
          exceptIds={ids}
          onPick={(user) => onChange([...chosen, user])}
        />
      </div>
      <UserPanel
        title={others.title}
        query={{ ...users, rows: users.data?.filter(({ id }) => !ids.has(id)) }}
        isAtLeast={users.data !== undefined && users.data.length >= limits.maxPageSize}
        find={find}
        onFind={setFind}
        label={others.find}
        empty={find ? t('noUserMatch') : others.empty}
        move={{ icon: <RightOutlined />, text: others.move }}
        onMove={(picked) => onChange([...chosen, ...picked])}
      />
      <UserPanel
        title={chosenWords.title}
        query={{ rows: shown, error: null, refetch: () => undefined }}
        find={findChosen}
        onFind={setFindChosen}
        label={chosenWords.find}
        empty={findChosen ? t('noUserMatch') : chosenWords.empty}
        move={{ icon: <LeftOutlined />, text: chosenWords.move }}
        onMove={(picked) => {
          const left = new Set(picked.map(({ id }) => id));
          onChange(chosen.filter(({ id }) => !left.has(id)));
        }}
      />
    </div>
  );
}
