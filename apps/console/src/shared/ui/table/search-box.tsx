import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './search-box.module.css';

interface SearchBoxProps {
  /** What the list shows now. */
  value: string;
  label: string;
  onSearch: (text: string) => void;
}

/** One search field with its button; clearing it searches at once. Give it `key={value}`, so that it follows the URL. */
export function SearchBox({ value, label, onSearch }: SearchBoxProps): ReactNode {
  const { t } = useTranslation('common');
  const [text, setText] = useState(value);
  return (
    <form
      role="search"
      className={styles['box']}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSearch(text.trim());
      }}
    >
      <Input
        allowClear
        value={text}
        placeholder={label}
        aria-label={label}
        maxLength={64}
        onChange={(event) => {
          setText(event.target.value);
          if (event.target.value === '' && value !== '') {
            onSearch('');
          }
        }}
      />
      <Button htmlType="submit" icon={<SearchOutlined />}>
        {t('search')}
      </Button>
    </form>
  );
}
