import { endpoints, type EndpointInput, type SavedScript } from '@clusterdesk/contracts';
import { Form, Input, Radio, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pathFromHome } from '../../../../shared/files/home-path.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../../shared/ui/form/form-dialog.js';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { jobRules, notTyped, type JobFormValues } from '../../form/job-form-values.js';
import { ParameterRows } from './parameter-rows.js';
import { SharingFields } from './sharing-fields.js';
import { queriesOfTemplates } from '../template-calls.js';
import { newParameter, toParameters, type TemplateValues } from './template-values.js';

type SaveInput = EndpointInput<typeof endpoints.jobs.save>;

interface SaveTemplateProps {
  /** The template to edit, whose script and resources stay; null: what the form of the job holds is kept. */
  script: SavedScript | null;
  /** The user's own template that the form began with: it can be brought up to date. */
  chosen: SavedScript | undefined;
  job: FormInstance<JobFormValues>;
  onClose: () => void;
}

/** What the form of a job says, for a template. */
const partOfJob = (job: Partial<JobFormValues>): SaveInput => ({
  context: job.scriptContent ?? '',
  path: pathFromHome(job.workDir?.trim() || '~'),
  queueName: job.queueName || null,
  cpus: job.cpus ?? null,
  maxMinutes: job.maxMinutes ?? null,
});

/** Keeps a script with its parameters, and says who else sees it. */
export function SaveTemplate({ script, chosen, job, onClose }: SaveTemplateProps): ReactNode {
  const { t } = useTranslation('templates');
  const [form] = Form.useForm<TemplateValues>();
  const save = useAction(endpoints.jobs.save, {
    invalidates: queriesOfTemplates,
    done: t('templateSaved'),
    isFreshAtEnd: true,
  });
  const values: Partial<JobFormValues> = job.getFieldsValue();
  const isReplacing = Form.useWatch('isReplacing', form) ?? false;
  const before = script ?? chosen;

  const submit = async (given: TemplateValues): Promise<void> => {
    const parameters = toParameters(given.parameters);
    const id = script?.id ?? (given.isReplacing ? chosen?.id : undefined);
    const saved = await save.submit({
      ...(id === undefined ? {} : { id }),
      jobName: given.templateName.trim(),
      ...(script ? {} : partOfJob(values)),
      parameters,
      ...(given.queues && { queues: given.queues.map((queueId) => ({ id: queueId })) }),
      ...(given.projects && { projects: given.projects.map((projectId) => ({ id: projectId })) }),
    });
    if (!script || values.template === script.id) {
      // The job goes on as one of this template: what it asks for now is asked, and no longer a variable of its own.
      const names = new Set(parameters.map(({ name }) => name));
      const rows = (values.variables ?? []).map((row) => [row.name, row.value] as const);
      const answers = { ...Object.fromEntries(rows), ...values.parameterValues };
      job.setFields(
        notTyped({
          template: saved.id,
          parameters,
          parameterValues: Object.fromEntries(
            parameters.map((parameter) => [
              parameter.name,
              answers[parameter.name] ?? parameter.default,
            ]),
          ),
          variables: (values.variables ?? []).filter(({ name }) => !names.has(name)),
        }),
      );
    }
  };
  return (
    <FormDialog<TemplateValues>
      form={form}
      title={script ? t('editTitle', { name: script.jobName }) : t('saveAs')}
      width={760}
      initialValues={{
        // Not `jobName`, which would be the id of the field behind the dialog, too.
        templateName: script?.jobName ?? values.jobName ?? '',
        isReplacing: chosen !== undefined,
        parameters: script
          ? script.parameters
          : [
              ...(values.parameters ?? []),
              // What was given by hand is what the next one may want to give otherwise.
              ...(values.variables ?? [])
                .filter(({ name }) => name !== '')
                .map(({ name, value }) => ({ ...newParameter, name, default: value })),
            ],
        queues: before?.queues.map(({ id }) => id) ?? [],
        projects: before?.projects.map(({ id }) => id) ?? [],
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      {!script && chosen && (
        <Form.Item name="isReplacing">
          <Radio.Group
            aria-label={t('saveAs')}
            options={[
              { value: true, label: t('replace', { name: chosen.jobName }) },
              { value: false, label: t('saveNew') },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item
        name="templateName"
        label={t('templateName')}
        required
        extra={t('templateNameHint')}
        rules={[schemaRule(jobRules.jobName)]}
      >
        <Input maxLength={64} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <ParameterRows />
      <SharingFields before={script ?? (isReplacing ? chosen : undefined)} />
    </FormDialog>
  );
}
