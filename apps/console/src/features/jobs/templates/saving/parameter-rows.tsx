import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { limits, parameterKinds, variableName, type ScriptParameter } from '@clusterdesk/contracts';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { ParameterInput } from '../parameter-input.js';
import { fitsKind, newParameter, type TemplateValues } from './template-values.js';
import styles from '../templates.module.css';

interface ParameterRowProps {
  /** Where it stands in the list. */
  at: number;
  onRemove: () => void;
}

function ParameterRow({ at, onRemove }: ParameterRowProps): ReactNode {
  const { t } = useTranslation('templates');
  const form = Form.useFormInstance<TemplateValues>();
  const row: ScriptParameter = Form.useWatch(['parameters', at], form) ?? newParameter;
  const { kind, choices = [] } = row;

  const clearMisfit = (change: Partial<ScriptParameter>): void => {
    if (!fitsKind({ ...row, choices, ...change })) {
      form.setFieldValue(['parameters', at, 'default'], '');
    }
  };
  return (
    <div className={styles['parameter']} role="group" aria-label={row.label || row.name}>
      <Form.Item
        name={[at, 'name']}
        label={t('variableName')}
        required
        dependencies={['parameters']}
        rules={[
          {
            validator: async (rule, value?: string) => {
              await schemaRule(variableName).validator(rule, value);
              const all = form.getFieldValue('parameters') as Partial<ScriptParameter>[];
              if (all.filter((one) => one?.name === value).length > 1) {
                throw new Error(t('nameTaken'));
              }
            },
          },
        ]}
      >
        <Input placeholder="SEED" maxLength={64} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item name={[at, 'label']} label={t('label')}>
        <Input placeholder={row.name} maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name={[at, 'kind']} label={t('kind')}>
        <Select
          options={parameterKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={(next: ScriptParameter['kind']) => clearMisfit({ kind: next })}
        />
      </Form.Item>
      {kind === 'choice' && (
        <Form.Item
          name={[at, 'choices']}
          label={t('choices')}
          required
          className={styles['whole'] ?? ''}
          rules={[{ required: true, message: t('choicesRequired') }]}
        >
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', '，', ';', '；']}
            placeholder={t('choicesHint')}
            onChange={(next: string[]) => clearMisfit({ choices: next })}
          />
        </Form.Item>
      )}
      <Form.Item name={[at, 'default']} label={t('default')}>
        <ParameterInput kind={kind} choices={choices} />
      </Form.Item>
      {kind !== 'switch' && (
        <Form.Item
          name={[at, 'isRequired']}
          valuePropName="checked"
          // In line with the fields beside it.
          label={' '}
          colon={false}
          className={styles['required'] ?? ''}
        >
          <Checkbox>{t('required')}</Checkbox>
        </Form.Item>
      )}
      <Button
        className={styles['removeParameter'] ?? ''}
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('removeParameter', { name: row.label || row.name })}
        title={t('removeParameter', { name: row.label || row.name })}
        onClick={onRemove}
      />
    </div>
  );
}

/** The parameters of a template, each with how the form asks for it. */
export function ParameterRows(): ReactNode {
  const { t } = useTranslation('templates');
  return (
    <fieldset className={styles['parameterRows']}>
      <legend>{t('parameters')}</legend>
      <p className="soft">{t('parametersHint')}</p>
      <Form.List name="parameters">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <ParameterRow key={key} at={name} onRemove={() => remove(name)} />
            ))}
            <Button
              icon={<PlusOutlined />}
              disabled={fields.length >= limits.variablesMax}
              onClick={() => add(newParameter)}
            >
              {t('addParameter')}
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  );
}
