import { fileKinds, type FileKind } from '@clusterdesk/contracts';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchFilter } from '../file-space.js';
import { DaySpan } from './day-span.js';

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

/** What a search is narrowed to: a kind, and when something was changed. */
export function SearchFilters({
  filter,
  onChange,
}: {
  filter: SearchFilter;
  onChange: (filter: SearchFilter) => void;
}): ReactNode {
  const { t } = useTranslation('files');
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
      <DaySpan
        label={t('changedFilter')}
        size="small"
        value={filter.changed}
        onChange={(changed) => onChange({ ...filter, changed })}
      />
    </>
  );
}
