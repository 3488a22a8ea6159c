import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Backups: list, schedule, restoring. */
export function BackupsPage(): ReactNode {
  const { t } = useTranslation('backups');
  return <section aria-label={t('title')} />;
}
