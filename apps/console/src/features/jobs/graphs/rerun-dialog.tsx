import { endpoints, type JobDetail } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { useFormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { jobDetail, queriesOfJobs } from '../api/job-queries.js';
import { jobRules } from '../form/job-form-values.js';
import { ScriptField } from '../form/script-field.js';
import { ResourceFields } from './form/resource-fields.js';
import { queriesOfGraphs } from './graph-queries.js';
import styles from './graphs.module.css';

interface RerunDialogProps {
  graphId: string;
  /** The step from which on the graph runs again, and its newest job. */
  from: string;
  jobId: string;
  /** The keys of all steps that run again. */
  again: readonly string[];
  onClose: () => void;
}

/** What may be changed before a step runs again. */
type Values = Pick<JobDetail, 'scriptContent' | 'cpus' | 'memoryMb' | 'maxMinutes'>;

function RerunForm({
  graphId,
  from,
  again,
  onClose,
  job,
}: RerunDialogProps & { job: JobDetail }): ReactNode {
  const { t } = useTranslation(['graphs', 'jobs']);
  const [form] = Form.useForm<Values>();
  const { scriptContent, cpus, memoryMb, maxMinutes } = job;
  const rerun = useAction(endpoints.jobs.graphRerun, {
    invalidates: [...queriesOfGraphs, ...queriesOfJobs],
    done: t('rerunDone'),
  });
  const submit = async (values: Values): Promise<void> => {
    const changes = {
      key: from,
      scriptContent: values.scriptContent,
      ...(values.cpus && { cpus: values.cpus }),
      ...(values.memoryMb && { memoryMb: values.memoryMb }),
      ...(values.maxMinutes && { maxMinutes: values.maxMinutes }),
    };
    await rerun.submit({ graphId, from: [from], changes: [changes] });
  };
  return (
    <FormDialog<Values>
      form={form}
      title={t('rerunFrom', { key: from })}
      okText={t('rerun')}
      width={760}
      head={t('rerunHint', { keys: formatList([...again]) })}
      initialValues={{ scriptContent, cpus, memoryMb, maxMinutes }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="scriptContent"
        label={t('rerunScript', { key: from })}
        className={styles['script'] ?? ''}
        rules={[schemaRule(jobRules.scriptContent, { empty: t('jobs:scriptRequired') })]}
      >
        <ScriptField label={t('scriptOf', { key: from })} />
      </Form.Item>
      <ResourceFields />
    </FormDialog>
  );
}

/** Runs a graph again from a step on, whose script and resources may be changed first. */
export function RerunDialog(props: RerunDialogProps): ReactNode {
  const { t } = useTranslation('graphs');
  const source = useFormSource(jobDetail(props.jobId));
  if (source.data) {
    return <RerunForm {...props} job={source.data.first} />;
  }
  // It comes at once, or not at all.
  return source.error ? (
    <Dialog open title={t('rerunFrom', { key: props.from })} footer={null} onCancel={props.onClose}>
      <ErrorState error={source.error} onRetry={() => void source.refetch()} />
    </Dialog>
  ) : null;
}
