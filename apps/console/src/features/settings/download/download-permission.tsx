import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The platform-wide switch and its users (spec part 2 §2, System settings). */
export function DownloadPermission(): ReactNode {
  const { t } = useTranslation('settings');
  return <section aria-label={t('title')} />;
}
