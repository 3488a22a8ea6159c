import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import type { FieldValue } from './field-values.js';
import styles from './values.module.css';

interface SecretFieldProps {
  id?: string;
  /** Given by the form; undefined: it stays as it is. */
  value?: FieldValue;
  onChange?: (value: FieldValue) => void;
  isSet: boolean;
  isDisabled: boolean;
  /** The id of the element that names it. */
  nameId: string;
}

/** A secret: whether there is one, and the ways to replace or clear it. It is never shown. */
export function SecretField(props: SecretFieldProps): ReactNode {
  const { id, value, onChange, isSet, isDisabled, nameId } = props;
  const { t } = useTranslation('settingValues');
  const keep = (
    <Button type="link" onClick={() => onChange?.(undefined)}>
      {t('keepSecret')}
    </Button>
  );
  if (typeof value === 'string') {
    return (
      <span className={styles['secret']}>
        <Input.Password
          {...(id === undefined ? {} : { id })}
          autoFocus
          value={value}
          maxLength={2_000}
          autoComplete="new-password"
          onChange={(event) => onChange?.(event.target.value)}
        />
        {keep}
      </span>
    );
  }
  if (value === false) {
    return (
      <span className={styles['secret']}>
        <StatusTag state="waiting">{t('willClear')}</StatusTag>
        {keep}
      </span>
    );
  }
  const act = t(isSet ? 'replaceSecret' : 'setSecret');
  return (
    <span className={styles['secret']}>
      <StatusTag state={isSet ? 'ok' : 'quiet'}>
        {t(isSet ? 'secretSet' : 'secretNotSet')}
      </StatusTag>
      {!isDisabled && (
        <Button aria-describedby={nameId} onClick={() => onChange?.('')}>
          {act}
        </Button>
      )}
      {!isDisabled && isSet && (
        <Button danger aria-describedby={nameId} onClick={() => onChange?.(false)}>
          {t('clearSecret')}
        </Button>
      )}
    </span>
  );
}
