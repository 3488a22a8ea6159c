import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../file-names.js';
import type { FileSpace } from '../file-space.js';
import styles from '../files.module.css';

/** Where a search looks: everywhere in the space, or below one folder. */
export type SearchScope = 'all' | 'here';

interface SearchLineProps {
  space: FileSpace;
  dir: string;
  searched: string;
  scope: SearchScope;
  /** The server's word when the search was cut. */
  message: string;
  onScopeChange: (scope: SearchScope) => void;
  onLeave: () => void;
}

/** What was searched for, where, and the way to look elsewhere or to leave the search. */
export function SearchLine(props: SearchLineProps): ReactNode {
  const { space, dir, searched, scope, message } = props;
  const { t } = useTranslation('files');
  return (
    <div className={styles['found']}>
      <Button type="text" size="small" icon={<ArrowLeftOutlined />} onClick={props.onLeave}>
        {t('leaveSearch')}
      </Button>
      <span>
        {t('searchResult', { key: searched })}
        {message && ` · ${message}`}
      </span>
      {dir !== '/' && (
        <Segmented<SearchScope>
          size="small"
          aria-label={t('searchScope')}
          value={scope}
          onChange={props.onScopeChange}
          options={[
            { value: 'all', label: t('searchAll', { name: space.rootLabel() }) },
            { value: 'here', label: t('searchHere', { name: nameOf(dir) }) },
          ]}
        />
      )}
    </div>
  );
}
