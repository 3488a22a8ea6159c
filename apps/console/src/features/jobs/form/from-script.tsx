import { memoryOf, readSbatchLines } from '@clusterdesk/contracts';
import { Form } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../shared/lib/format/format.js';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import type { JobFormValues } from './job-form-values.js';

/**
 * What an empty field leaves to the `#SBATCH` lines of the script, which the server reads; `otherwise` where they ask for nothing, or the
 * field is filled in.
 */
export function FromScript({
  field,
  otherwise,
}: {
  field: 'memoryMb' | 'maxMinutes';
  otherwise: ReactNode;
}): ReactNode {
  const { t } = useTranslation('jobs');
  const form = Form.useFormInstance<JobFormValues>();
  const script = Form.useWatch('scriptContent', form) ?? '';
  const cpus = Form.useWatch('cpus', form) ?? 1;
  const value = Form.useWatch(field, form);
  const asked = useMemo(() => {
    const lines = readSbatchLines(script);
    return field === 'memoryMb' ? memoryOf(lines, cpus) : lines.maxMinutes;
  }, [script, cpus, field]);
  if (typeof value === 'number' || typeof asked !== 'number') {
    return otherwise;
  }
  return t('fromScript', {
    value: field === 'memoryMb' ? formatSize(asked * 1024 ** 2) : formatDuration(asked * 60_000),
  });
}
