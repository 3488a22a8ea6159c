import { fileKinds, type FileKind } from '@clusterdesk/contracts';
import { Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchFilter } from '../file-space.js';
import { daysOf, recentDays } from './search-filter.js';
import styles from './search-line.module.css';

const kindWords = {
  folder: 'kindFolder',
  document: 'kindDocument',
  data: 'kindData',
  image: 'kindImage',
  media: 'kindMedia',
  code: 'kindCode',
  archive: 'kindArchive',
  other: 'kindOther',
} as const satisfies Record<FileKind, string>;

/** Stands for two days of one's own among the spans offered by name. */
const ownDays = 'own';

/** What a search is narrowed to: a kind, and when something was changed. */
export function SearchFilters({
  filter,
  onChange,
}: {
  filter: SearchFilter;
  onChange: (filter: SearchFilter) => void;
}): ReactNode {
  const { t } = useTranslation('files');
  const { from, to } = daysOf(filter.changed);
  const [isOwn, setIsOwn] = useState(from !== '' || to !== '');
  const changeDays = (days: { from: string; to: string }): void =>
    onChange({
      ...filter,
      changed: days.from === '' && days.to === '' ? '' : `${days.from}..${days.to}`,
    });
  return (
    <>
      <Select<FileKind | ''>
        size="small"
        aria-label={t('kindFilter')}
        value={filter.kind}
        popupMatchSelectWidth={false}
        onChange={(kind) => onChange({ ...filter, kind })}
        options={[
          { value: '', label: t('kindAny') },
          ...fileKinds.map((kind) => ({ value: kind, label: t(kindWords[kind]) })),
        ]}
      />
      <Select<string>
        size="small"
        aria-label={t('changedFilter')}
        value={isOwn ? ownDays : filter.changed}
        popupMatchSelectWidth={false}
        onChange={(chosen) => {
          setIsOwn(chosen === ownDays);
          if (chosen !== ownDays) {
            onChange({ ...filter, changed: chosen });
          }
        }}
        options={[
          { value: '', label: t('changedAny') },
          ...recentDays.map((days) => ({
            value: days,
            label: t('changedDays', { count: Number(days) }),
          })),
          { value: ownDays, label: t('changedOwn') },
        ]}
      />
      {isOwn && (
        <span className={styles['days']}>
          <Input
            type="date"
            size="small"
            aria-label={t('changedFrom')}
            value={from}
            max={to}
            onChange={(event) => changeDays({ from: event.target.value, to })}
          />
          –
          <Input
            type="date"
            size="small"
            aria-label={t('changedTo')}
            value={to}
            min={from}
            onChange={(event) => changeDays({ from, to: event.target.value })}
          />
        </span>
      )}
    </>
  );
}
