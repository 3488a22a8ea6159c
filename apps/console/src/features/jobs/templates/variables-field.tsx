import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { limits, scriptVariables, variableName } from '@clusterdesk/contracts';
import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import type { JobFormValues } from '../form/job-form-values.js';
import { variablesOf } from './parameters.js';
import styles from './templates.module.css';

/** Variables of the job besides the parameters of its template; folded up until there are some. */
export function VariablesField(): ReactNode {
  const { t } = useTranslation(['templates', 'common']);
  const form = Form.useFormInstance<JobFormValues>();
  const rows = Form.useWatch('variables', form) ?? [];
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || rows.length > 0;

  /** Two variables, or a variable and a parameter, cannot have one name. */
  const isTaken = (name: string): boolean => {
    const { variables, parameters } = form.getFieldsValue();
    return (
      [...(variables ?? []), ...(parameters ?? [])].filter((one) => one?.name === name).length > 1
    );
  };
  return (
    <details
      className={styles['variables']}
      open={isOpen}
      onToggle={(event) => setIsOpened(event.currentTarget.open)}
    >
      <summary>{t('variables')}</summary>
      <p className="soft">{t('variablesHint')}</p>
      <Form.List
        name="variables"
        rules={[
          {
            // Names are looked at beside each; here what all of them take together.
            validator: async (_, all?: JobFormValues['variables']) => {
              const named = (all ?? []).filter((one) => variableName.safeParse(one?.name).success);
              await schemaRule(scriptVariables).validator(
                _,
                variablesOf({ ...form.getFieldsValue(), variables: named }),
              );
            },
          },
        ]}
      >
        {(fields, { add, remove }, { errors }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className={styles['variable']}>
                <Form.Item
                  name={[name, 'name']}
                  dependencies={['variables', 'parameters']}
                  rules={[
                    {
                      validator: async (rule, value?: string) => {
                        await schemaRule(variableName).validator(rule, value);
                        if (isTaken(value ?? '')) {
                          throw new Error(t('nameTaken'));
                        }
                      },
                    },
                  ]}
                >
                  <Input
                    aria-label={t('variableName')}
                    placeholder={t('variableName')}
                    maxLength={64}
                    spellCheck={false}
                    autoComplete="off"
                  />
                </Form.Item>
                <span aria-hidden>=</span>
                <Form.Item name={[name, 'value']}>
                  <Input
                    aria-label={t('variableValue')}
                    placeholder={t('variableValue')}
                    maxLength={limits.variableMaxLength}
                    spellCheck={false}
                    autoComplete="off"
                  />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('removeVariable')}
                  title={t('removeVariable')}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <Form.ErrorList errors={errors} />
            <Button
              size="small"
              icon={<PlusOutlined />}
              disabled={fields.length >= limits.variablesMax}
              onClick={() => add({ name: '', value: '' })}
            >
              {t('addVariable')}
            </Button>
          </>
        )}
      </Form.List>
    </details>
  );
}
