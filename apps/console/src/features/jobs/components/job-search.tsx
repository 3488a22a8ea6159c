import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './jobs.module.css';

interface Wanted {
  username: string;
  jobName: string;
}

/** Search by user name and job name. Clearing a field searches at once. */
export function JobSearch({
  onSearch,
  ...shown
}: Wanted & { onSearch: (wanted: Wanted) => void }): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const [wanted, setWanted] = useState<Wanted>(shown);
  const search = (next: Wanted): void =>
    onSearch({ username: next.username.trim(), jobName: next.jobName.trim() });
  const change = (part: Partial<Wanted>): void => {
    const next = { ...wanted, ...part };
    setWanted(next);
    const isCleared = Object.entries(part).some(
      ([name, value]) => value === '' && shown[name as keyof Wanted] !== '',
    );
    if (isCleared) {
      search(next);
    }
  };
  return (
    <form
      role="search"
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        search(wanted);
      }}
    >
      <Input
        allowClear
        value={wanted.username}
        placeholder={t('loginName')}
        aria-label={t('loginName')}
        maxLength={64}
        onChange={(event) => change({ username: event.target.value })}
      />
      <Input
        allowClear
        value={wanted.jobName}
        placeholder={t('jobName')}
        aria-label={t('jobName')}
        maxLength={64}
        onChange={(event) => change({ jobName: event.target.value })}
      />
      <Button htmlType="submit" icon={<SearchOutlined />}>
        {t('common:search')}
      </Button>
    </form>
  );
}
