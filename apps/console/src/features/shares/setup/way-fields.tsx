import { chosenVerification, limits, type UserOption } from '@clusterdesk/contracts';
import { Form, Input, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { optionalSchemaRule } from '../../../shared/ui/form/schema-rule.js';
import { ChosenUsers } from '../components/chosen-users.js';
import { ExpiryField, LimitField } from '../components/link-fields.js';
import styles from '../components/shares.module.css';

/** Whom it is shared with; at least one, at most as many as a share may have. Its name in the form is `users`. */
export function UsersField({ takesFocus = false }: { takesFocus?: boolean }): ReactNode {
  const { t } = useTranslation('shares');
  return (
    <Form.Item
      name="users"
      label={t('users')}
      required
      // Leaving the field for the picker is no answer yet.
      validateTrigger="onChange"
      rules={[
        {
          validator: async (_, users: UserOption[] = []) => {
            if (users.length === 0) {
              throw new Error(t('usersRequired'));
            }
            if (users.length > limits.shareMaxUsers) {
              throw new Error(t('usersTooMany', { count: limits.shareMaxUsers }));
            }
          },
        },
      ]}
    >
      <ChosenUsers takesFocus={takesFocus} />
    </Form.Item>
  );
}

/** What a link needs: how long it is good, and if wanted an own code and a limit. */
export function LinkFields({ isDropBox }: { isDropBox: boolean }): ReactNode {
  const { t } = useTranslation('shares');
  return (
    <>
      <ExpiryField isRequired missing={t('expiryRequired')} />
      <FieldPair>
        <Form.Item
          name="verification"
          label={t('code')}
          extra={t('codeHint')}
          rules={[optionalSchemaRule(chosenVerification)]}
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            maxLength={16}
            placeholder={t('codePlaceholder')}
          />
        </Form.Item>
        {!isDropBox && <LimitField />}
      </FieldPair>
    </>
  );
}

/** Whether others only add to the folder; its name in the form is `isDropBox`. */
export function DropBoxField(): ReactNode {
  const { t } = useTranslation('shares');
  return (
    <div className={styles['dropBox']}>
      <Form.Item name="isDropBox" valuePropName="checked" noStyle>
        <Switch id="share-drop-box" aria-describedby="share-drop-box-hint" />
      </Form.Item>
      <div>
        <label htmlFor="share-drop-box">{t('dropBox')}</label>
        <p id="share-drop-box-hint" className="soft small">
          {t('dropBoxHint')}
        </p>
      </div>
    </div>
  );
}
