import { memoryOf, readSbatchLines } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { queueList } from '../api/job-queries.js';
import { notTyped, type JobFormValues } from './job-form-values.js';
import styles from './job-form.module.css';

/** The fields that `#SBATCH` lines fill in, and their words. */
const labels = {
  jobName: 'jobName',
  queueName: 'queue',
  cpus: 'cpus',
  memoryMb: 'memoryMb',
  maxMinutes: 'maxMinutes',
  array: 'array',
} as const;
type Field = keyof typeof labels;
const fields = Object.keys(labels) as Field[];

interface SbatchNotesProps {
  /** The script that the form began with, if it came with values of its own: only lines that differ from this script's fill in fields. */
  keptScript: string;
  onFill: (values: JobFormValues) => void;
}

/**
 * Fills in fields from the `#SBATCH` lines of the script, unless the user has typed something there. Notes say, before the job is
 * submitted, where lines and form differ and which options have no effect.
 */
export function SbatchNotes({ keptScript, onFill }: SbatchNotesProps): ReactNode {
  const { t } = useTranslation('jobs');
  const form = Form.useFormInstance<JobFormValues>();
  const values: Partial<JobFormValues> = Form.useWatch([], form) ?? {};
  const { data: queues } = useQuery(queueList());
  const { scriptContent = '' } = values;
  const { cpus } = values;
  const [lines, kept] = useMemo(() => {
    const names = queues?.map(({ queueName }) => queueName);
    const readLines = (script: string) => {
      const read = readSbatchLines(script, names);
      return { ...read, memoryMb: memoryOf(read, read.cpus ?? cpus ?? 1) ?? undefined };
    };
    return [readLines(scriptContent), readLines(keptScript)];
  }, [scriptContent, keptScript, queues, cpus]);
  const differing = fields.filter((name) => (lines[name] ?? values[name]) !== values[name]);

  const fill = (names: Field[]): void => {
    form.setFields(names.flatMap((name) => notTyped({ [name]: lines[name] })));
    onFill(form.getFieldsValue());
  };
  useLayoutEffect(() => {
    const open = fields.filter(
      (name) =>
        ![undefined, kept[name], form.getFieldValue(name)].includes(lines[name]) &&
        !form.isFieldTouched(name),
    );
    if (open.length > 0) {
      fill(open);
    }
  });

  return (
    <>
      {differing.length > 0 && (
        <Alert
          className={styles['note'] ?? ''}
          type="info"
          showIcon
          title={t('sbatchDiffers', {
            values: formatList(differing.map((name) => `${t(labels[name])} ${lines[name]}`)),
          })}
          action={
            <Button size="small" onClick={() => fill(differing)}>
              {t('sbatchTake')}
            </Button>
          }
        />
      )}
      {lines.ignored.length > 0 && (
        <Alert
          className={styles['note'] ?? ''}
          type="warning"
          showIcon
          title={t('sbatchIgnored', { options: formatList(lines.ignored) })}
        />
      )}
    </>
  );
}
