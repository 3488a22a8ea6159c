import { Button } from 'antd';
import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readUserId } from '../../api/session.js';
import fields from '../../ui/form/plain-field.module.css';
import { readRecentSearches, rememberSearch } from './recent-searches.js';
import styles from '../files.module.css';

interface SearchFieldProps {
  searched: string;
  /** Searches for names with this; nothing: leaves the search. */
  onSearch: (key: string) => void;
}

/** What to search for, with what was searched for before: the browser's own field and list. */
export function SearchField({ searched, onSearch }: SearchFieldProps): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const [key, setKey] = useState(searched);
  const listId = useId();
  const recent = readRecentSearches(localStorage, readUserId());
  const search = (wanted: string): void => {
    rememberSearch(localStorage, readUserId(), wanted.trim());
    onSearch(wanted.trim());
  };
  const change = ({ target: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
    setKey(value);
    const way = nativeEvent instanceof InputEvent ? nativeEvent.inputType : '';
    if (way === 'insertReplacementText' && recent.includes(value)) {
      // Chosen from the list.
      search(value);
    } else if (value === '' && searched !== '' && !way.startsWith('delete')) {
      // Cleared by the field's own button; who deletes by keys is about to type something else.
      onSearch('');
    }
  };
  return (
    <form
      role="search"
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        search(key);
      }}
    >
      <input
        type="search"
        className={`${fields['field']} ${styles['searchField']}`}
        value={key}
        list={listId}
        maxLength={255}
        autoComplete="off"
        placeholder={t('files:searchPlaceholder')}
        aria-label={t('files:searchPlaceholder')}
        onChange={change}
      />
      <datalist id={listId}>
        {recent.map((recentKey) => (
          <option key={recentKey} value={recentKey} />
        ))}
      </datalist>
      <Button htmlType="submit">{t('common:search')}</Button>
    </form>
  );
}
