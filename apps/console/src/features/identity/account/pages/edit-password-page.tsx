import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnPasswordForm } from '../own-password-form.js';

/** Change one's own password; then the login page (spec part 2 §2, /editPassword). */
export function EditPasswordPage(): ReactNode {
  const { t } = useTranslation('account');
  return <OwnPasswordForm hint={t('passwordHint')} />;
}
