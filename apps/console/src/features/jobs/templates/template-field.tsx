import { SaveOutlined, SettingOutlined } from '@ant-design/icons';
import { endpoints, type SavedScript } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../shared/api/call.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { queueList } from '../api/job-queries.js';
import { fieldsWith, type JobFormValues } from '../form/job-form-values.js';
import { exampleScripts, type ExampleScript } from './example-scripts.js';
import { fillTemplate } from './fill-template.js';
import { templateList } from './template-calls.js';
import styles from './templates.module.css';

const ManageTemplates = lazyComponent(
  async () => (await import('./saving/manage-templates.js')).ManageTemplates,
);
const SaveTemplate = lazyComponent(
  async () => (await import('./saving/save-template.js')).SaveTemplate,
);

const exampleNames = Object.keys(exampleScripts) as ExampleScript[];

interface TemplateFieldProps {
  /** After the form was filled in. */
  onFill: () => void;
}

/** Begins the job with a template, one's own first, then those that are shared, then examples; and keeps the form as one. */
export function TemplateField({ onFill }: TemplateFieldProps): ReactNode {
  const { t } = useTranslation('templates');
  const form = Form.useFormInstance<JobFormValues>();
  const templates = useQuery(templateList());
  const { data: queues = [] } = useQuery(queueList());
  const [open, setOpen] = useState<'save' | 'manage' | SavedScript | null>(null);
  const scripts = templates.data ?? [];
  const fill = useAction(async (id: string) => {
    const answer = await callWithMessage(endpoints.jobs.savedDetail, { id });
    // Another may have been chosen meanwhile.
    if (form.getFieldValue('template') === id) {
      fillTemplate(form, answer.result, queues);
      onFill();
    }
    return answer;
  });

  /** Whose a shared one is, and by what the user has it. */
  const originOf = ({ ownerName, queues: shared, projects }: SavedScript): string =>
    [
      ownerName ?? t('authorLeft'),
      ...shared.map(({ queueName }) => queueName),
      ...projects.map(({ projectName }) => projectName),
    ].join(' · ');
  const optionOf = (script: SavedScript) => ({
    value: script.id,
    label: script.jobName,
    origin: script.isOwn ? '' : originOf(script),
  });
  const groups = [
    { label: t('ownTemplates'), options: scripts.filter(({ isOwn }) => isOwn).map(optionOf) },
    { label: t('sharedTemplates'), options: scripts.filter(({ isOwn }) => !isOwn).map(optionOf) },
    {
      label: t('examples'),
      options: exampleNames.map((name) => ({
        value: name as string,
        label: t(`example_${name}`),
        origin: '',
      })),
    },
  ].filter(({ options }) => options.length > 0);

  const choose = (id: string | undefined): void => {
    const example = exampleNames.find((name) => name === id);
    if (id !== undefined && !example) {
      void fill.act(id);
    } else {
      // An example is a script alone; without a template what was filled in stays.
      form.setFields(
        fieldsWith(
          {
            template: example ?? '',
            parameters: [],
            parameterValues: {},
            ...(example && { scriptContent: exampleScripts[example] }),
          },
          true,
        ),
      );
      onFill();
    }
  };
  const save = async (): Promise<void> => {
    const isFilled = await form.validateFields(['scriptContent']).then(
      () => true,
      () => false,
    );
    if (isFilled) {
      setOpen('save');
    } else {
      form.focusField('scriptContent');
    }
  };
  const close = (): void => setOpen(null);

  return (
    <div className={styles['chooser']}>
      <Form.Item
        name="template"
        label={t('template')}
        getValueProps={(value: unknown) => ({ value: value === '' ? undefined : value })}
        normalize={(value?: string) => value ?? ''}
        {...(templates.error !== null && {
          extra: <FailureNote query={templates} what={t('templatesNotLoaded')} />,
        })}
      >
        <Select<string>
          allowClear
          placeholder={t('noTemplate')}
          loading={templates.isPending || fill.isBusy}
          showSearch={{
            filterOption: (text, option) =>
              `${String(option?.label)} ${(option as { origin?: string } | undefined)?.origin ?? ''}`
                .toLowerCase()
                .includes(text.trim().toLowerCase()),
          }}
          options={groups}
          optionRender={({ label, data }) => (
            <span className={styles['option']}>
              <span>{label}</span>
              <small>{(data as { origin?: string }).origin}</small>
            </span>
          )}
          onChange={choose}
        />
      </Form.Item>
      <div className={styles['chooserActions']}>
        <Button icon={<SaveOutlined />} onClick={() => void save()}>
          {t('saveAs')}
        </Button>
        {scripts.length > 0 && (
          <Button
            icon={<SettingOutlined />}
            aria-label={t('manage')}
            title={t('manage')}
            onClick={() => setOpen('manage')}
          />
        )}
      </div>
      {open === 'manage' && (
        <ManageTemplates scripts={scripts} onEdit={setOpen} onClose={close} onMissing={close} />
      )}
      {open !== null && open !== 'manage' && (
        <SaveTemplate
          script={open === 'save' ? null : open}
          chosen={scripts.find(({ id, isOwn }) => isOwn && id === form.getFieldValue('template'))}
          job={form}
          onClose={close}
          onMissing={close}
        />
      )}
    </div>
  );
}
