import { describe, expect, it } from '@jest/globals';
import type { UserRow } from '@clusterdesk/contracts';
import dayjs from 'dayjs';
import { changesOf, isSameRoles, valuesOf } from './user-changes.js';

const user: UserRow = {
  id: '7',
  userName: 'lilei',
  realName: '李雷',
  mobile: null,
  email: 'old@example.com',
  companyName: null,
  companyAddress: null,
  roleList: [{ id: '2', roleName: 'users', builtIn: 'users' }],
  enable: 1,
  effectiveDate: null,
  expiredDate: '2026-12-31 12:00:00',
  createTime: '2026-01-01 00:00:00',
  lastSignInTime: null,
  mustChangePassword: false,
};

describe('changesOf', () => {
  const before = valuesOf(user);

  it('sends nothing that was left as it was', () => {
    expect(changesOf(before, { ...before, mobile: '  ' })).toBeNull();
  });

  it('sends what was changed and what was emptied, whole days', () => {
    const after = { ...before, email: '', realName: ' 李 雷 ', expiredDate: dayjs('2027-01-02') };
    expect(changesOf(before, after)).toEqual({
      email: '',
      realName: '李 雷',
      expiredDate: '2027-01-02 23:59:59',
    });
  });

  it('lifts an expiry', () => {
    expect(changesOf(before, { ...before, expiredDate: null })).toEqual({ expiredDate: null });
  });
});

it('sees roles that were given or taken, in whatever order they stand', () => {
  expect(isSameRoles(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(isSameRoles(['a'], ['b'])).toBe(false);
  expect(isSameRoles(['a'], ['a', 'b'])).toBe(false);
});
