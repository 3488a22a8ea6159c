import { beforeEach, expect, it } from '@jest/globals';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { alertNotificationTexts } from './alert-notifications.js';

const read = (kind: string, payload: object) =>
  alertNotificationTexts.find((text) => text.kind === kind)?.read(payload);
const began = 'cluster.alerts-began';
const ended = 'cluster.alerts-ended';
const host = { hosts: ['calc-01'], count: 1 };

beforeEach(() => giveMenus('/platformMonitoring'));

it('leads nowhere for who does not have the page', () => {
  giveMenus('/calculateDot');
  const notice = read(began, { ...host, alert: 'cpu', percent: 95, minutes: 10, value: 98.4 });
  expect(notice?.path).toBeUndefined();
});

it('says which host is in need of somebody, and leads to it', () => {
  expect(read(began, { ...host, alert: 'cpu', percent: 95, minutes: 10, value: 98.4 })).toEqual({
    title: 'calc-01: CPU above 95% for 10 minutes',
    text: '98% on average',
    path: '/platformMonitoring?search=calc-01',
    isToast: true,
  });
  expect(
    read(began, { ...host, alert: 'offline', percent: null, minutes: 1, value: null }),
  ).toEqual({
    title: 'calc-01: offline for 1 minute',
    path: '/platformMonitoring?search=calc-01',
    isToast: true,
  });
});

it('says which disks of a host fail, and that another one has joined', () => {
  const disk = { ...host, alert: 'disk', percent: null, minutes: 10, value: null };
  expect(read(began, { ...disk, disks: ['sdb'] })).toMatchObject({
    title: 'calc-01: a disk is failing. Back up its data and check the disk',
    text: 'Failing disks: sdb',
  });
  expect(read(began, { ...disk, disks: ['sda', 'sdb'], isAnother: true })).toMatchObject({
    title: 'calc-01: another disk is failing. Back up its data and check the disk',
    text: 'Failing disks: sda, sdb',
  });
  // Of an earlier version.
  expect(read(began, disk)?.text).toBeUndefined();
});

it('says of many hosts how many there are', () => {
  const many = { hosts: ['a', 'b', 'c'], count: 12, alert: 'offline', percent: null };
  expect(read(began, { ...many, minutes: 5, value: null })).toMatchObject({
    title: 'a, b, c and 9 more: offline for 5 minutes',
    path: '/platformMonitoring',
  });
});

it('says why it is over', () => {
  const over = { ...host, percent: 95 };
  expect(read(ended, { ...over, alert: 'memory', reason: 'recovered' })).toEqual({
    title: 'calc-01: memory no longer above 95%',
    path: '/platformMonitoring?search=calc-01',
  });
  expect(read(ended, { ...over, alert: 'offline', reason: 'recovered' })?.title).toBe(
    'calc-01: online again',
  );
  expect(read(ended, { ...over, alert: 'cpu', reason: 'unwatched' })?.title).toBe(
    'calc-01: CPU alert closed because the host is no longer monitored',
  );
  expect(read(ended, { ...over, alert: 'cpu', reason: 'other' })).toBeNull();
});

it('says which hosts use the credentials of one node', () => {
  expect(
    read('cluster.node-cloned', { nodeKind: 'compute', name: 'n1', hosts: ['a', 'b'] }),
  ).toEqual({
    title: 'Several hosts are using the credentials of the node n1',
    text: 'a, b. Enroll one of them again; until then the node gets no jobs.',
    path: '/calculateDot',
    isToast: true,
  });
});

it('says to the users of a desktop that it is theirs, and that it is opened elsewhere now', () => {
  expect(read('cluster.desktop-assigned', { desktopName: 'd1' })).toEqual({
    title: 'You can now use the desktop d1',
    path: '/myDesktops',
    isToast: true,
  });
  const moved = 'cluster.desktop-moved';
  expect(read(moved, { desktopName: 'd1', openUrl: 'https://a.example:300/main/home' })).toEqual({
    title: 'The address of the desktop d1 has changed',
    text: 'It now opens at https://a.example:300/main/home. If you did not expect this, ask an administrator.',
    path: '/myDesktops',
  });
  expect(read(moved, { desktopName: 'd1', openUrl: null })?.text).toBe(
    'It cannot be opened at the moment.',
  );
});
