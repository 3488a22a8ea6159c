import type { UserRow } from '@clusterdesk/contracts';
import { limits } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { parseWireTime } from '../../../shared/lib/time/format-time.js';
import { useNow } from '../../../shared/lib/time/ticks.js';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';
import { dayOf } from './validity.js';

const soonMs = limits.expiresSoonDays * 24 * 3_600_000;

/** Whether somebody can sign in at a moment, and if not why not; the server's states of the list. */
export function stateAt(
  user: Pick<UserRow, 'enable' | 'effectiveDate' | 'expiredDate'>,
  now: number,
): 'active' | 'frozen' | 'expiresSoon' | 'expired' | 'pending' {
  const start = parseWireTime(user.effectiveDate);
  const end = parseWireTime(user.expiredDate);
  if (user.enable === 2) {
    return 'frozen';
  }
  if (start !== null && now < start) {
    return 'pending';
  }
  if (end !== null && now >= end) {
    return 'expired';
  }
  return end !== null && end - now <= soonMs ? 'expiresSoon' : 'active';
}

const colours: Record<ReturnType<typeof stateAt>, TagState> = {
  active: 'ok',
  expiresSoon: 'waiting',
  pending: 'quiet',
  expired: 'bad',
  frozen: 'bad',
};

/** Whether a user can sign in now. */
export function UserState({ user }: { user: UserRow }): ReactNode {
  const { t } = useTranslation('users');
  const state = stateAt(user, useNow('minute'));
  return <StatusTag state={colours[state]}>{t(`state_${state}`)}</StatusTag>;
}

/** The period in which somebody may sign in, in words. */
export function validityText(user: UserRow, t: TFunction<'users'>): string {
  const start = user.effectiveDate && dayOf(user.effectiveDate);
  const end = user.expiredDate && dayOf(user.expiredDate);
  if (start && end) {
    return t('span', { start, end });
  }
  return start ? t('from', { start }) : end ? t('until', { end }) : t('unlimited');
}
