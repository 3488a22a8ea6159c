import { Select } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/i18n.js';
import type { LogFilter } from '../log-filter.js';
import { useOperations } from '../log-operations.js';
import { modelName } from './log-columns.js';
import styles from './log.module.css';

interface OperationSelectProps {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
}

/** Which operation, as people call it; found by typing a part of its name. Of a chosen module only its own are offered. */
export function OperationSelect({ filter, onFilter }: OperationSelectProps): ReactNode {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const operations = useOperations();
  const { logModel, methodName } = filter;
  const groups = useMemo(() => {
    const choices = operations
      .choices()
      .filter((choice) => logModel === '' || choice.logModel === logModel);
    const models = [...new Set(choices.map((choice) => choice.logModel))].sort();
    return models.map((model) => ({
      label: modelName(t, model),
      title: model,
      options: choices
        .filter((choice) => choice.logModel === model)
        .map(({ name, methods }) => ({ value: methods, label: name })),
    }));
    // The names are of the language in use.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [t, language, operations, logModel]);
  // A link may name a call, or one of another module.
  const isOffered = groups.some(({ options }) => options.some(({ value }) => value === methodName));
  const other = { value: methodName, label: operations.nameOf(methodName.split(',')[0] ?? '') };
  return (
    <Select
      className={styles['operation'] ?? ''}
      value={methodName}
      aria-label={t('operation')}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      options={[
        { value: '', label: t('allOperations') },
        ...(methodName === '' || isOffered ? [] : [other]),
        ...groups,
      ]}
      onChange={(chosen) => onFilter({ ...filter, methodName: chosen })}
    />
  );
}
