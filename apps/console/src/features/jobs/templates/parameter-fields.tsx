import type { ScriptParameter } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ParameterInput } from './parameter-input.js';
import { labelOf } from './parameters.js';
import styles from './templates.module.css';

interface ParameterFieldsProps {
  /** The parameters of the chosen template; comes from the form item around it. */
  value?: readonly ScriptParameter[];
}

/** Asks for what the chosen template needs to know; the script finds each in the variable of its name. */
export function ParameterFields({ value: parameters = [] }: ParameterFieldsProps): ReactNode {
  const { t } = useTranslation(['templates', 'common']);
  if (parameters.length === 0) {
    return null;
  }
  return (
    <fieldset className={styles['parameters']}>
      <legend>{t('parameters')}</legend>
      {parameters.map((parameter) => (
        <Form.Item
          key={parameter.name}
          name={['parameterValues', parameter.name]}
          label={labelOf(parameter)}
          extra={parameter.label && <code>${parameter.name}</code>}
          // A switch says something either way.
          {...(parameter.isRequired && parameter.kind !== 'switch'
            ? { rules: [{ required: true, whitespace: true, message: t('common:fieldRequired') }] }
            : {})}
        >
          <ParameterInput kind={parameter.kind} choices={parameter.choices} />
        </Form.Item>
      ))}
    </fieldset>
  );
}
