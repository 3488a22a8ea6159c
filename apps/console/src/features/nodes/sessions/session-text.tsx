import type { DesktopSession } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';

/** What tells a user's sessions on one desktop apart: how it is shown, and where. */
export const displayOf = ({ kind, display }: DesktopSession, t: TFunction<'nodes'>): string =>
  `${t(`kind_${kind}`)} ${display}`.trim();

/** Since when nobody used a session, or that somebody does. */
export function Idle({ session }: { session: DesktopSession }): ReactNode {
  const { t } = useTranslation('nodes');
  return session.idleSince ? <RelativeTime time={session.idleSince} /> : t('inUse');
}
