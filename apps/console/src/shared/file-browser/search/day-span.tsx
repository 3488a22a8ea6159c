import { Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { daysOf, recentDays } from './search-filter.js';
import styles from './search-line.module.css';

/** Stands for two days of one's own among the spans offered by name. */
const ownDays = 'own';

interface DaySpanProps {
  /** What the span is of. */
  label: string;
  /** As `SearchFilter.changed`. */
  value: string;
  onChange: (span: string) => void;
  size?: 'small';
}

/** Narrows to what happened within a span: the last days, or from one day to another. */
export function DaySpan({ label, value, onChange, size }: DaySpanProps): ReactNode {
  const { t } = useTranslation('files');
  const id = useId();
  const { from, to } = daysOf(value);
  const [isOwn, setIsOwn] = useState(false);
  const hasDays = from !== '' || to !== '';
  const changeDays = (days: { from: string; to: string }): void =>
    onChange(days.from === '' && days.to === '' ? '' : `${days.from}..${days.to}`);
  const sized = size === undefined ? {} : { size };
  return (
    <>
      <Select<string>
        {...sized}
        id={id}
        aria-label={label}
        value={isOwn || hasDays ? ownDays : value}
        popupMatchSelectWidth={false}
        onChange={(chosen) => {
          setIsOwn(chosen === ownDays);
          if (chosen !== ownDays) {
            onChange(chosen);
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
      {(isOwn || hasDays) && (
        <span className={styles['days']}>
          <Input
            type="date"
            {...sized}
            aria-label={t('changedFrom')}
            value={from}
            max={to}
            onChange={(event) => changeDays({ from: event.target.value, to })}
          />
          –
          <Input
            type="date"
            {...sized}
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
