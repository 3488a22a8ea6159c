import { DeleteOutlined } from '@ant-design/icons';
import { graphStepKey } from '@clusterdesk/contracts';
import { Button, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { jobRules } from '../../form/job-form-values.js';
import { ScriptField } from '../../form/script-field.js';
import styles from '../graphs.module.css';
import type { GraphFormValues, StepValues } from './graph-form-values.js';
import { ResourceFields } from './resource-fields.js';

interface StepFieldsProps {
  /** Where it stands in the list. */
  at: number;
  /** Absent: the graph would be too small without it. */
  onRemove?: (() => void) | undefined;
}

/** One step of a graph: its name, what it follows, its script and what it may use. */
export function StepFields({ at, onRemove }: StepFieldsProps): ReactNode {
  const { t } = useTranslation(['graphs', 'jobs']);
  const form = Form.useFormInstance<GraphFormValues>();
  const steps: StepValues[] = Form.useWatch('steps', form) ?? [];
  const own = steps[at];
  const key = own?.key || t('stepNumber', { number: at + 1 });
  const others = steps.filter(({ id }) => id !== own?.id);
  return (
    <div className={styles['step']} role="group" aria-label={key}>
      {onRemove && (
        <Button
          className={styles['remove'] ?? ''}
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('removeStep', { key })}
          title={t('removeStep', { key })}
          onClick={onRemove}
        />
      )}
      {/* A form knows of the values of its fields alone. */}
      <Form.Item name={[at, 'id']} hidden>
        <Input />
      </Form.Item>
      <div className={styles['fields']}>
        <Form.Item
          name={[at, 'key']}
          label={t('stepName')}
          required
          rules={[schemaRule(graphStepKey)]}
        >
          <Input maxLength={32} spellCheck={false} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name={[at, 'after']}
          label={t('after')}
          normalize={(ids: string[]) => ids.filter((one) => others.some(({ id }) => id === one))}
        >
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('afterNone')}
            options={others.map(({ id, key: label }) => ({ value: id, label: label || '–' }))}
          />
        </Form.Item>
      </div>
      <Form.Item
        name={[at, 'scriptContent']}
        label={t('jobs:script')}
        required
        className={styles['script'] ?? ''}
        rules={[schemaRule(jobRules.scriptContent, { empty: t('jobs:scriptRequired') })]}
      >
        <ScriptField label={t('scriptOf', { key })} />
      </Form.Item>
      <ResourceFields at={at} />
    </div>
  );
}
