import { type EndpointInput, type endpoints, type UserRow } from '@clusterdesk/contracts';
import dayjs, { type Dayjs } from 'dayjs';
import { dayOf, endOnWire, startOnWire } from '../validity.js';

const texts = ['realName', 'mobile', 'email', 'companyName', 'companyAddress'] as const;

/** What the page of a user has fields for. */
export type UserValues = Partial<Record<(typeof texts)[number], string | null>> & {
  roleIds: string[];
  effectiveDate: Dayjs | null;
  expiredDate: Dayjs | null;
  mustChangePassword: boolean;
};

const toDay = (time: string | null): Dayjs | null => (time === null ? null : dayjs(dayOf(time)));

/** A user as the fields show it. */
export const valuesOf = (user: UserRow): UserValues => ({
  ...Object.fromEntries(texts.map((name) => [name, user[name] ?? ''])),
  roleIds: user.roleList.map(({ id }) => id),
  effectiveDate: toDay(user.effectiveDate),
  expiredDate: toDay(user.expiredDate),
  mustChangePassword: user.mustChangePassword,
});

const isSameDay = (a: Dayjs | null, b: Dayjs | null): boolean =>
  a === null || b === null ? a === b : a.isSame(b, 'day');

type Changes = Omit<EndpointInput<typeof endpoints.users.edit>, 'id'>;

/**
 * What somebody changed of the fields, against what they showed at first: what a colleague changed meanwhile stays. Null
 * when nothing was changed.
 */
export function changesOf(before: UserValues, after: UserValues): Changes | null {
  const changed: Changes = {};
  for (const name of texts) {
    const value = after[name]?.trim() ?? '';
    if (value !== (before[name] ?? '')) {
      changed[name] = value;
    }
  }
  if (!isSameDay(before.effectiveDate, after.effectiveDate)) {
    changed.effectiveDate = after.effectiveDate ? startOnWire(after.effectiveDate) : null;
  }
  if (!isSameDay(before.expiredDate, after.expiredDate)) {
    changed.expiredDate = after.expiredDate ? endOnWire(after.expiredDate) : null;
  }
  if (before.mustChangePassword !== after.mustChangePassword) {
    changed.mustChangePassword = after.mustChangePassword;
  }
  return Object.keys(changed).length === 0 ? null : changed;
}

/** Whether somebody left the roles as they were shown. */
export const isSameRoles = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((id) => after.includes(id));
