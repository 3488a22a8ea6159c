import { expect, it } from '@jest/globals';
import { approvalNotificationTexts } from './approval-notifications.js';

const payload = {
  projectId: 'p1',
  projectName: 'genome',
  by: 'Ann',
  applicationId: 'a1',
  name: 'a.csv',
  entries: 1,
  reason: '',
};
const read = (kind: string, more: object = {}) =>
  approvalNotificationTexts.find((text) => text.kind === kind)?.read({ ...payload, ...more });

it('asks who decides, with the reason', () => {
  expect(read('approvals.requested', { reason: 'for the paper' })).toEqual({
    title: 'Ann applied to download “a.csv” (project “genome”)',
    text: 'Reason: for the paper',
    path: '/aduitProject?apply=a1',
    isToast: true,
  });
  expect(read('approvals.requested', { entries: 3 })?.title).toBe(
    'Ann applied to download “a.csv” and 2 more items (project “genome”)',
  );
});

it('tells the applicant what was decided', () => {
  expect(read('approvals.granted', { endTime: '2026-11-29 05:00:00' })).toMatchObject({
    title: 'Ann approved your download of “a.csv”',
    text: 'Download it before 2026-11-29 05:00:00.',
  });
  expect(read('approvals.refused', { isRevoked: false, reason: 'no' })).toMatchObject({
    title: 'Ann rejected your download of “a.csv”',
    text: 'Reason: no',
  });
  expect(read('approvals.refused', { isRevoked: true })?.title).toBe(
    'Ann revoked the approval to download “a.csv”',
  );
  expect(read('approvals.granted')).toBeNull();
});
