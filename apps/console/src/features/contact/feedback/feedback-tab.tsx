import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Contact us: a message to the administrators (spec part 2 §2, Contact page). */
export function FeedbackTab(): ReactNode {
  const { t } = useTranslation('contact');
  return <section aria-label={t('title')} />;
}
