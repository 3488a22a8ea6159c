import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import { rangeNames } from '../api/monitor-data.js';
import { stateChoices, type MonitorView } from '../monitor-view.js';

interface MonitorChoicesProps {
  view: MonitorView;
  onChange: (change: Partial<MonitorView>) => void;
}

/** Over which time charts are drawn. */
export function RangeChoice({ view, onChange }: MonitorChoicesProps): ReactNode {
  const { t } = useTranslation('cluster');
  return (
    <Select
      aria-label={t('range')}
      value={view.range}
      onChange={(range) => onChange({ range })}
      options={rangeNames.map((value) => ({ value, label: t(`range_${value}`) }))}
      popupMatchSelectWidth={false}
    />
  );
}

/** Which hosts are shown, in which order, over which time. */
export function MonitorChoices({ view, onChange }: MonitorChoicesProps): ReactNode {
  const { t } = useTranslation('cluster');
  return (
    <>
      <SearchBox
        value={view.search}
        label={t('searchHost')}
        onSearch={(search) => onChange({ search })}
      />
      <Select
        aria-label={t('state')}
        value={view.state}
        onChange={(state) => onChange({ state })}
        options={stateChoices.map((value) => ({ value, label: t(`state_${value}`) }))}
        popupMatchSelectWidth={false}
      />
      <Select
        aria-label={t('sort')}
        value={view.sort}
        onChange={(sort) => onChange({ sort })}
        options={[
          { value: 'name', label: t('sortByName') },
          { value: 'load', label: t('sortByLoad') },
          { value: 'cpu', label: t('sortByCpu') },
          { value: 'memory', label: t('sortByMemory') },
        ]}
        popupMatchSelectWidth={false}
      />
      <RangeChoice view={view} onChange={onChange} />
    </>
  );
}
