import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** How the platform is, for administrators. */
export function HealthPage(): ReactNode {
  const { t } = useTranslation('health');
  return <section aria-label={t('title')} />;
}
