import { chosenVerification, limits, type UserOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { optionalSchemaRule } from '../../../shared/ui/form/schema-rule.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { visitorRules } from '../api/share-queries.js';
import { VisitorFields } from '../components/visitor-fields.js';
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

/** What a link needs: how long it is good, and if wanted an own code and, where it gives something, a limit. */
export function LinkFields({ givesNothing }: { givesNothing: boolean }): ReactNode {
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
        {!givesNothing && <LimitField />}
      </FieldPair>
    </>
  );
}

interface SwitchFieldProps {
  /** Its name in the form. */
  name: 'isDropBox' | 'canDownload' | 'forVisitors';
  label: string;
  hint: string;
}

/** A switch of the form with its words beside it. */
function SwitchField({ name, label, hint }: SwitchFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles['switchField']}>
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch id={id} aria-describedby={`${id}-hint`} />
      </Form.Item>
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="soft small">
          {hint}
        </p>
      </div>
    </div>
  );
}

/** Whether others only add to the folder. */
export function DropBoxField(): ReactNode {
  const { t } = useTranslation('shares');
  return <SwitchField name="isDropBox" label={t('dropBox')} hint={t('dropBoxHint')} />;
}

/** Whether others may take what is shared, or only look at it. */
export function DownloadField(): ReactNode {
  const { t } = useTranslation('shares');
  return <SwitchField name="canDownload" label={t('canDownload')} hint={t('canDownloadHint')} />;
}

/** Whether people without an account add files too, and how many; where the platform lets them. */
export function VisitorsField(): ReactNode {
  const { t } = useTranslation('shares');
  const rules = useQuery(visitorRules());
  const isOn = Form.useWatch<boolean | undefined>('forVisitors') ?? false;
  if (rules.error) {
    return <FailureNote query={rules} what={t('visitorRulesNotLoaded')} />;
  }
  if (!rules.data?.isOpen) {
    return null;
  }
  return (
    <>
      <SwitchField name="forVisitors" label={t('forVisitors')} hint={t('forVisitorsHint')} />
      {isOn && <VisitorFields />}
    </>
  );
}
