import type { ReactNode } from 'react';
import { BackupCard } from '../../../features/backups/components/backup-card.js';
import { ContactPage } from '../../../features/contact/pages/contact-page.js';

/** Joins the contact page with the backups. */
export function ContactRoute(): ReactNode {
  return <ContactPage backup={<BackupCard />} />;
}
