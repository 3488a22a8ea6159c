import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './search-box.module.css';

export interface SearchBoxProps {
  /** What the list shows now. */
  value: string;
  label: string;
  /** What the region is called, where a page has several. */
  landmark?: string;
  onSearch: (text: string) => void;
}

/** One search field with its button; clearing it searches at once. It follows `value`, but never while that says what it asked for. */
export function SearchBox({ value, label, landmark, onSearch }: SearchBoxProps): ReactNode {
  const { t } = useTranslation('common');
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const [asked, setAsked] = useState(value);
  if (shown !== value) {
    setShown(value);
    // What came back is what was asked for: somebody may have typed on meanwhile.
    if (value !== asked) {
      setText(value);
      setAsked(value);
    }
  }
  const search = (wanted: string): void => {
    setAsked(wanted);
    onSearch(wanted);
  };
  return (
    <form
      role="search"
      aria-label={landmark}
      className={styles['box']}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        search(text.trim());
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
            search('');
          }
        }}
      />
      <Button htmlType="submit" icon={<SearchOutlined />}>
        {t('search')}
      </Button>
    </form>
  );
}
