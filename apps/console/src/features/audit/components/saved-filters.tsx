import { CloseOutlined, StarOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { logFilterNames, noLogFilter, type LogFilter } from '../log-filter.js';
import { useSavedFilters, type SavedFilter } from '../use-saved-filters.js';
import styles from './saved-filters.module.css';

const SaveFilter = lazyComponent(async () => (await import('./save-filter.js')).SaveFilter);

/** As many as stay a few lines on a phone. */
const most = 12;

const isSame = (one: SavedFilter['filter'], other: LogFilter): boolean =>
  logFilterNames.every((name) => (one[name] ?? '') === other[name]);

/** The filters that the user has saved in this browser, each a press away; and a way to save the one that is set. */
export function SavedFilters({
  filter,
  onFilter,
}: {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
}): ReactNode {
  const { t } = useTranslation('audit');
  const { saved, save, remove } = useSavedFilters();
  const [isNaming, setNaming] = useState(false);
  const isNew =
    !isSame(noLogFilter, filter) && !saved.some((known) => isSame(known.filter, filter));
  return (
    <>
      {isNew && saved.length < most && (
        <Button icon={<StarOutlined />} onClick={() => setNaming(true)}>
          {t('saveFilter')}
        </Button>
      )}
      {saved.length > 0 && (
        <ul className={styles['saved']} aria-label={t('savedFilters')}>
          {saved.map(({ name, filter: kept }) => (
            <li key={name} className={styles['chip']} data-on={isSame(kept, filter) || undefined}>
              <button
                type="button"
                aria-pressed={isSame(kept, filter)}
                onClick={() => onFilter({ ...noLogFilter, ...kept })}
              >
                {name}
              </button>
              <button
                type="button"
                aria-label={t('forgetFilter', { name })}
                onClick={() => remove(name)}
              >
                <CloseOutlined />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNaming && (
        <SaveFilter
          onSave={(name) => save({ name, filter: { ...filter } })}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
