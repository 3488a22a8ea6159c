import { allEndpoints, logLevels } from '@clusterdesk/contracts';
import { Select, Tag } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DatePicker } from '../../../shared/ui/form/date-picker.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import type { LogFilter } from '../log-filter.js';
import { modelName } from './log-columns.js';
import styles from './log.module.css';
import { OperationSelect } from './operation-select.js';

const models = [...new Set(allEndpoints.map(({ feature }) => feature))].sort();

interface LogSearchProps {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
}

/** Level, module and user name (spec part 2 §2, Log management), which operation, and from which day to which. */
export function LogSearch({ filter, onFilter }: LogSearchProps): ReactNode {
  const { t } = useTranslation('audit');
  const day = (name: 'startDate' | 'endDate', label: string): ReactNode => {
    const value = dayjs(filter[name]);
    return (
      <DatePicker
        aria-label={label}
        placeholder={label}
        value={filter[name] !== '' && value.isValid() ? value : null}
        onChange={(_, text) =>
          onFilter({ ...filter, [name]: typeof text === 'string' ? text : '' })
        }
      />
    );
  };
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
      <OperationSelect filter={filter} onFilter={onFilter} />
      {day('startDate', t('startDate'))}
      {day('endDate', t('endDate'))}
      <SearchBox
        value={filter.userName}
        label={t('userName')}
        onSearch={(userName) => onFilter({ ...filter, userName })}
      />
    </div>
  );
}

/** What only a link narrows the log to, to see and to take away. */
export function LogChips({ filter, onFilter }: LogSearchProps): ReactNode {
  const { t } = useTranslation('audit');
  return (
    <>
      {filter.userId && (
        <Tag closable onClose={() => onFilter({ ...filter, userId: '' })}>
          {t('onlyUser')}
        </Tag>
      )}
      {(filter.targetId || filter.targetType) && (
        <Tag closable onClose={() => onFilter({ ...filter, targetId: '', targetType: '' })}>
          {t('onlyTarget')}
        </Tag>
      )}
    </>
  );
}
