import type { JobRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../../shared/i18n/i18n.js';
import styles from './chains.module.css';

/** A job array beside its name: its indices, and how many of its elements have succeeded or not. */
export function ArrayText({
  array: { text, counts },
}: {
  array: NonNullable<JobRow['array']>;
}): ReactNode {
  const { t } = useTranslation('jobs');
  const sum = (numbers: (number | undefined)[]): number =>
    numbers.reduce<number>((total, number = 0) => total + number, 0);
  const write = (number: number): string => number.toLocaleString(locale());
  const failed = sum([counts.FAILED, counts.TIMEOUT, counts.NODE_FAIL]);
  const done = t('arrayDone', {
    done: write(counts.COMPLETED ?? 0),
    total: write(sum(Object.values(counts))),
  });
  return (
    <span className={styles['array']}>
      [{text}] {done}
      {failed > 0 && (
        <b className={styles['failed']}>{t('arrayFailed', { failed: write(failed) })}</b>
      )}
    </span>
  );
}
