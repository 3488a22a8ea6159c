import { expect, it } from '@jest/globals';
import { giveMenus } from '../../shared/testing/own-menus.js';
import { projectNotificationTexts } from './project-notifications.js';

const read = (kind: string) =>
  projectNotificationTexts
    .find((text) => text.kind === kind)
    ?.read({ projectId: 'p1', projectName: 'genome', by: 'Ann' });

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
  expect(read('projects.deleted')?.title).toBe('Ann deleted the project “genome”');
});
