import { allEndpoints, logLevels } from '@clusterdesk/contracts';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import { modelName } from './log-columns.js';
import styles from './log.module.css';

/** What the log is narrowed to; empty narrows nothing. */
export type LogFilter = Record<'logLevel' | 'logModel' | 'userName', string>;

const models = [...new Set(allEndpoints.map(({ feature }) => feature))].sort();

/** Level, module and user name (spec part 2 §2, Log management). */
export function LogSearch({
  filter,
  onFilter,
}: {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
}): ReactNode {
  const { t } = useTranslation('audit');
  return (
    <div className={styles['search']}>
      <Select
        value={filter.logLevel}
        aria-label={t('logLevel')}
        options={[
          { value: '', label: t('allLevels') },
          ...logLevels.map((level) => ({ value: level as string, label: t(`level_${level}`) })),
        ]}
        onChange={(logLevel) => onFilter({ ...filter, logLevel })}
      />
      <Select
        value={filter.logModel}
        aria-label={t('logModel')}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('allModels') },
          ...models.map((model) => ({ value: model as string, label: modelName(t, model) })),
        ]}
        onChange={(logModel) => onFilter({ ...filter, logModel })}
      />
      <SearchBox
        value={filter.userName}
        label={t('userName')}
        onSearch={(userName) => onFilter({ ...filter, userName })}
      />
    </div>
  );
}
