import { KeyOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fillIn } from '../../../../shared/ui/form/fill-in.js';
import { CopyButton } from '../../../../shared/ui/action/copy-button.js';
import { generatePassword } from './generated-password.js';
import styles from '../users.module.css';

interface Values {
  password: string;
  confirmation?: string;
  mustChangePassword?: boolean;
}

/**
 * Below the password fields of a form about somebody else: makes a password, shows it once to be handed over, and says
 * whether it is only good for choosing another (field `mustChangePassword`), which a made one is.
 */
export function PasswordToHandOver(): ReactNode {
  const { t } = useTranslation('users');
  const form = Form.useFormInstance<Values>();
  const [made, setMade] = useState('');
  const typed = Form.useWatch('password', form);
  const generate = (): void => {
    const password = generatePassword();
    setMade(password);
    fillIn(form, 'password', password);
    form.setFields([
      { name: 'confirmation', value: password, errors: [] },
      { name: 'mustChangePassword', value: true },
    ]);
  };
  return (
    <div className={styles['handOver']}>
      <span>
        <Button icon={<KeyOutlined />} onClick={generate}>
          {t('generatePassword')}
        </Button>
        {made !== '' && made === typed && (
          <>
            <code>{made}</code>
            <CopyButton text={made} label={t('copyPassword')} />
          </>
        )}
      </span>
      <Form.Item name="mustChangePassword" valuePropName="checked" noStyle>
        <Checkbox>{t('mustChangePassword')}</Checkbox>
      </Form.Item>
    </div>
  );
}
