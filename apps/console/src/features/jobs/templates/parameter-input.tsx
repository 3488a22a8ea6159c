import type { ScriptParameter } from '@clusterdesk/contracts';
import { limits } from '@clusterdesk/contracts';
import { Input, InputNumber, Select, Switch } from 'antd';
import type { ReactNode } from 'react';

interface ParameterInputProps extends Pick<ScriptParameter, 'kind' | 'choices'> {
  /** Names it where no label of a form does. */
  label?: string;
  /** These come from the form item around it. */
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** Asks for the value of a parameter in the way of its kind; every value is a text. */
export function ParameterInput({
  kind,
  choices,
  label,
  id,
  value = '',
  onChange,
}: ParameterInputProps): ReactNode {
  const given = {
    ...(id === undefined ? {} : { id }),
    ...(label === undefined ? {} : { 'aria-label': label }),
  };
  switch (kind) {
    case 'number':
      return (
        <InputNumber
          {...given}
          // Numbers that a float cannot hold stay as they were typed.
          stringMode
          style={{ width: '100%' }}
          value={value === '' ? null : value}
          onChange={(next) => onChange?.(next === null ? '' : String(next))}
        />
      );
    case 'choice':
      return (
        <Select
          {...given}
          allowClear
          showSearch
          style={{ width: '100%' }}
          value={value === '' ? null : value}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={(next?: string | null) => onChange?.(next ?? '')}
        />
      );
    case 'switch':
      return (
        <Switch
          {...given}
          checked={value === '1'}
          onChange={(isOn) => onChange?.(isOn ? '1' : '')}
        />
      );
    case 'text':
      return (
        <Input
          {...given}
          maxLength={limits.variableMaxLength}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
  }
}
