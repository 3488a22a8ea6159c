import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Backup and Recovery on the contact page: export, import, the state of the backups (spec part 2 §2, Contact page). */
export function BackupCard(): ReactNode {
  const { t } = useTranslation('backups');
  return <section aria-label={t('title')} />;
}
