import { expect, it } from '@jest/globals';
import { giveMenus } from '../../shared/testing/own-menus.js';
import { projectNotificationTexts } from './project-notifications.js';

const read = (kind: string, more: object = {}) =>
  projectNotificationTexts
    .find((text) => text.kind === kind)
    ?.read({
      projectId: 'p1',
      projectName: 'genome',
      by: 'Ann',
      path: '/data/a.txt',
      name: 'a.txt',
      ...more,
    });

it('says who let one in or took one out, and what one is now', () => {
  giveMenus('/managementProject', '/joinProject');
  expect(read('projects.joined')).toEqual({
    title: 'Ann added you to the project “genome”',
    path: '/managementProjectDetail?id=p1',
  });
  expect(read('projects.left')).toEqual({
    title: 'Ann removed you from the project “genome”',
    path: '/joinProject?type=2',
    isToast: true,
  });
  expect(read('projects.admin')).toMatchObject({
    title: 'You are now the administrator of the project “genome”',
    path: '/managementProjectDetail?id=p1',
  });
  expect(read('projects.commented', { entryId: '7' })).toEqual({
    title: 'Ann commented on “a.txt”',
    text: 'In the project “genome”.',
    path: '/managementProjectDetail?id=p1&comments=7',
  });
  // Of an earlier version.
  expect(read('projects.commented')).toMatchObject({
    path: '/managementProjectDetail?id=p1&dir=%2Fdata&show=%2Fdata%2Fa.txt',
  });
  expect(read('projects.deleted')?.title).toBe('Ann deleted the project “genome”');
});
