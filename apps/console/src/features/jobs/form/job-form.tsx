import { endpoints, limits } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, InputNumber } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { FileSpace } from '../../../shared/file-browser/file-space.js';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { withField } from '../api/with-field.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { optionalSchemaRule, schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { queueList, queriesOfJobs } from '../api/job-queries.js';
import {
  emptyJob,
  jobRules,
  mostCpusOf,
  notTyped,
  ownFiles,
  toRunInput,
  fieldOfCode,
  type JobFormValues,
} from './job-form-values.js';
import styles from './job-form.module.css';
import { ChainFields } from '../chains/chain-fields.js';
import { FromScript } from './from-script.js';
import { QueueField } from './queue-field.js';
import { SbatchNotes } from './sbatch-notes.js';
import { ScriptField } from './script-field.js';
import { ScriptTools, type Script } from './script-tools.js';
import { GivenVariables } from '../templates/given-variables.js';
import { ParameterFields } from '../templates/parameter-fields.js';
import { TemplateField } from '../templates/template-field.js';
import { VariablesField } from '../templates/variables-field.js';
import { useJobDraft } from './use-job-draft.js';
import { PlaceFields, type JobProjects } from './place/place-fields.js';

interface JobFormProps {
  /** What it begins with: an earlier job, a script of My files; absent: empty, or the draft. */
  template?: Partial<JobFormValues> | undefined;
  space: FileSpace;
  /** Null: the user has no projects to run jobs in. */
  projects: JobProjects | null;
  readScript: (path: string) => Promise<string>;
}

/** Keeps what was typed or picked as a draft. What the form fills in by itself is none. */
function DraftKeeper({ keep }: { keep: (values: JobFormValues) => void }): ReactNode {
  const form = Form.useFormInstance<JobFormValues>();
  const values: unknown = Form.useWatch([], form);
  useEffect(() => {
    if (form.isFieldsTouched()) {
      keep(form.getFieldsValue());
    }
  }, [values, form, keep]);
  return null;
}

/** The form of a new job. Ctrl+Enter submits. */
export function JobForm({ template, space, projects, readScript }: JobFormProps): ReactNode {
  const { t } = useTranslation('jobs');
  const [form] = Form.useForm<JobFormValues>();
  const { draft, isKept, hasDraft, keep, forget } = useJobDraft(template === undefined);
  const [isDraftShown, setIsDraftShown] = useState(draft !== null);
  const run = useAction(endpoints.jobs.run, { invalidates: queriesOfJobs, done: t('submitted') });
  const queueName = Form.useWatch('queueName', form);
  const { data: queues } = useQuery(queueList());
  const queue = queues?.find((option) => option.queueName === queueName);
  const most = mostCpusOf(queue);
  // A script of My files comes without values.
  const kept = isDraftShown ? draft : template?.cpus === undefined ? null : template;
  const begun = { ...emptyJob, ...draft, ...template };
  // Who has no projects any more works in My files.
  const initial = begun.spaceId && !projects ? { ...begun, ...ownFiles } : begun;

  const submit = async (values: JobFormValues): Promise<string> => {
    try {
      const job = await run.submit(toRunInput(values));
      forget();
      return paths.job(job.jobId);
    } catch (error) {
      throw withField<JobFormValues>(error, fieldOfCode);
    }
  };
  const afterFill = (): void => {
    keep(form.getFieldsValue());
    void form.validateFields(['jobName', 'scriptContent']).catch(() => undefined);
  };
  const setScript = ({ name, text }: Script): void => {
    form.setFields(notTyped({ jobName: name, scriptContent: text }));
    afterFill();
  };
  const discard = (): void => {
    forget();
    setIsDraftShown(false);
    form.setFields(notTyped({ jobName: '', maxMinutes: null, ...emptyJob }));
  };

  return (
    <FormPage<JobFormValues>
      form={form}
      title={t('addJob')}
      backTo={paths.jobs}
      backLabel={t('title')}
      initialValues={initial}
      submitLabel={t('submit')}
      onSubmit={submit}
      isKept={isKept}
      width="whole"
      note={
        <>
          {hasDraft && t('draftKept')} <kbd>{t('submitHint')}</kbd>
        </>
      }
    >
      {isDraftShown && (
        <Alert
          className={styles['note'] ?? ''}
          type="info"
          showIcon
          title={t('draftFound')}
          action={
            <Button size="small" onClick={discard}>
              {t('draftDiscard')}
            </Button>
          }
        />
      )}
      <TemplateField onFill={afterFill} />
      <div className={styles['row']}>
        <Form.Item
          name="jobName"
          label={t('jobName')}
          required
          rules={[schemaRule(jobRules.jobName, { empty: t('jobNameRequired') })]}
        >
          <Input autoFocus maxLength={64} spellCheck={false} autoComplete="off" />
        </Form.Item>
        <QueueField />
      </div>
      <div className={styles['row']}>
        <Form.Item
          name="cpus"
          label={t('cpus')}
          required
          dependencies={['queueName']}
          extra={most === null ? undefined : t('cpusHint', { count: most })}
          rules={[
            // The server knows better where the queue's nodes are not known here.
            schemaRule(most === null ? jobRules.cpus : z.number().int().min(1).max(most), {
              empty: t('cpusRequired'),
              ...(most === null ? {} : { wrong: t('cpusRule', { count: most }) }),
            }),
          ]}
        >
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="memoryMb"
          label={t('memoryMb')}
          extra={<FromScript field="memoryMb" otherwise={t('memoryHint')} />}
          rules={[
            optionalSchemaRule(jobRules.memoryMb, {
              wrong: t('memoryRule', { count: limits.jobMaxMemoryMb }),
            }),
          ]}
        >
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="maxMinutes"
          label={t('maxMinutes')}
          extra={
            <FromScript
              field="maxMinutes"
              otherwise={
                queue
                  ? t('maxMinutesDefault', { limit: formatDuration(queue.defaultMinutes * 60_000) })
                  : t('maxMinutesHint')
              }
            />
          }
          dependencies={['queueName']}
          rules={[
            optionalSchemaRule(
              queue ? z.number().int().min(1).max(queue.maxMinutes) : jobRules.maxMinutes,
              { wrong: t('maxMinutesRule', { count: queue?.maxMinutes ?? limits.jobMaxMinutes }) },
            ),
          ]}
        >
          <InputNumber
            min={1}
            precision={0}
            style={{ width: '100%' }}
            placeholder={queue?.defaultMinutes.toString()}
          />
        </Form.Item>
      </div>
      <PlaceFields space={space} projects={projects} />
      <ChainFields />
      <DraftKeeper keep={keep} />
      <Form.Item name="parameters" noStyle>
        <ParameterFields />
      </Form.Item>
      <VariablesField />
      <SbatchNotes keptScript={kept?.scriptContent ?? ''} onFill={keep} />
      <ScriptTools space={space} readScript={readScript} onScript={setScript} />
      <Form.Item
        name="scriptContent"
        required
        label={t('script')}
        extra={<GivenVariables />}
        rules={[schemaRule(jobRules.scriptContent, { empty: t('scriptRequired') })]}
      >
        <ScriptField />
      </Form.Item>
    </FormPage>
  );
}
