import type { JobDetail } from '@clusterdesk/contracts';
import { endpoints } from '@clusterdesk/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, InputNumber } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { queryKeyOf } from '../../../shared/api/query.js';
import { paths } from '../../../shared/paths.js';
import { queueList } from '../api/job-queries.js';
import {
  emptyJob,
  fieldErrors,
  isJobName,
  isScriptShort,
  toRunInput,
  type JobFormValues,
} from '../job-form-values.js';
import styles from './jobs.module.css';
import { mostCpusOf, QueueField } from './queue-field.js';
import { ScriptUpload } from './script-upload.js';

const scriptRows = 25;
const maxMinutesLimit = 525_600;

const valuesOf = (job: JobDetail): JobFormValues => ({
  jobName: job.scriptName,
  queueName: job.queueName,
  cpus: job.cpus,
  maxMinutes: job.maxMinutes,
  workDir: job.workDir,
  scriptContent: job.scriptContent,
});

/** The form of a new job, filled like `template` where one runs a job again. Ctrl+Enter submits. */
export function JobForm({ template }: { template: JobDetail | undefined }): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<JobFormValues>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const queueName = Form.useWatch('queueName', form);
  const { data: queues } = useQuery(queueList());
  const queue = queues?.find((option) => option.queueName === queueName);
  const mostCpus = mostCpusOf(queue);

  const submit = async (values: JobFormValues): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    try {
      const job = await call(endpoints.jobs.run, toRunInput(values));
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoints.jobs.search) });
      await navigate(paths.job(job.jobId));
    } catch (error) {
      const fields = fieldErrors(error);
      form.setFields(fields);
      const first = fields[0];
      if (first) {
        form.scrollToField(first.name, { focus: true, block: 'center' });
      } else {
        setProblem(messageOf(error));
      }
      setIsBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isBusy) {
      event.preventDefault();
      form.submit();
    }
  };

  return (
    <Form<JobFormValues>
      form={form}
      layout="vertical"
      className={`card ${styles['form']}`}
      initialValues={template ? valuesOf(template) : emptyJob}
      validateTrigger={['onBlur', 'onChange']}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={(values) => void submit(values)}
      onKeyDown={onKeyDown}
      disabled={isBusy}
    >
      {problem && (
        <Alert
          type="error"
          showIcon
          title={problem}
          role="alert"
          className={styles['alert'] ?? ''}
        />
      )}
      <div className={styles['row']}>
        <Form.Item
          name="jobName"
          label={t('jobName')}
          required
          rules={[
            {
              validator: (_, name: string | undefined) =>
                !name?.trim()
                  ? Promise.reject(new Error(t('jobNameRequired')))
                  : isJobName(name)
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('jobNameRule'))),
            },
          ]}
        >
          <Input autoFocus maxLength={64} spellCheck={false} autoComplete="off" />
        </Form.Item>
        <QueueField />
      </div>
      <div className={styles['row']}>
        <Form.Item
          name="cpus"
          label={t('cpus')}
          dependencies={['queueName']}
          extra={queueName ? t('cpusHint', { count: mostCpus }) : undefined}
          rules={[
            { required: true, message: t('cpusRequired') },
            { type: 'integer', min: 1, max: mostCpus, message: t('cpusRule', { count: mostCpus }) },
          ]}
        >
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="maxMinutes"
          label={t('maxMinutes')}
          extra={
            queue ? t('maxMinutesDefault', { count: queue.defaultMinutes }) : t('maxMinutesHint')
          }
          rules={[{ type: 'integer', min: 1, max: maxMinutesLimit, message: t('maxMinutesRule') }]}
        >
          <InputNumber
            min={1}
            precision={0}
            style={{ width: '100%' }}
            placeholder={queue?.defaultMinutes.toString()}
          />
        </Form.Item>
        <Form.Item
          name="workDir"
          label={t('workDir')}
          extra={t('workDirHint')}
          rules={[{ pattern: /^\//, message: t('workDirRule') }]}
        >
          <Input spellCheck={false} autoComplete="off" maxLength={4096} />
        </Form.Item>
      </div>
      <Form.Item
        name="scriptContent"
        required
        label={
          <span className={styles['scriptLabel']}>
            {t('script')}
            <ScriptUpload
              onScript={({ name, text }) => {
                form.setFieldsValue({ jobName: name, scriptContent: text });
                void form.validateFields(['jobName', 'scriptContent']).catch(() => undefined);
              }}
            />
          </span>
        }
        rules={[
          {
            validator: (_, script: string | undefined) =>
              !script?.trim()
                ? Promise.reject(new Error(t('scriptRequired')))
                : isScriptShort(script)
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('scriptTooLong'))),
          },
        ]}
      >
        <Input.TextArea
          rows={scriptRows}
          className={styles['scriptText'] ?? ''}
          spellCheck={false}
          autoCapitalize="off"
          placeholder={t('scriptPlaceholder')}
        />
      </Form.Item>
      <div className={styles['formActions']}>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={false}>
          {t('submit')}
        </Button>
        <Button onClick={() => void navigate(paths.jobs)}>{t('common:cancel')}</Button>
        <span className={`soft small ${styles['shortcut']}`}>{t('submitHint')}</span>
      </div>
    </Form>
  );
}
