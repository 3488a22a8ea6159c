import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '../../../../shared/ui/layout/brand-mark.js';
import { signOut } from '../../sign-in/sign-out.js';
import { switchLanguage } from '../../sign-in/switch-language.js';
import { OwnPasswordForm } from '../own-password-form.js';
import styles from './password-first-page.module.css';

/** The change of a password that is only good for being changed: nothing else of the platform answers before it. */
export function PasswordFirstPage(): ReactNode {
  const { t } = useTranslation(['account', 'shell', 'identity', 'common']);
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <BrandMark size={28} />
        <b>{t('common:productName')}</b>
        <Button type="text" onClick={() => void switchLanguage()}>
          {t('identity:otherLanguage')}
        </Button>
      </header>
      <main className={styles['form']}>
        <OwnPasswordForm
          hint={t('account:passwordFirstHint')}
          leave={{ label: t('shell:signOut'), act: () => void signOut() }}
        />
      </main>
    </div>
  );
}
