import { expect, it } from '@jest/globals';
import { upgradeNotificationTexts } from './upgrade-notifications.js';

const payload = { from: '0.1.0', to: '0.2.0', by: 'Ann', reason: null };
const read = (more: object) => upgradeNotificationTexts[0]?.read({ ...payload, ...more });

it('says that the new version runs, and who asked for it', () => {
  expect(read({ outcome: 'done' })).toMatchObject({
    title: 'The platform was upgraded from 0.1.0 to 0.2.0',
    text: 'Asked for by Ann.',
    path: '/contactPage?tab=copyright',
  });
});

it('says why it does not', () => {
  const reason = { cn: '磁盘空间不足', en: 'There is not enough room.' };
  expect(read({ outcome: 'returned', reason })).toMatchObject({
    title: 'The upgrade to 0.2.0 failed; the platform is back at 0.1.0',
    text: 'Asked for by Ann. There is not enough room.',
  });
  expect(read({ outcome: 'refused', reason })?.title).toBe(
    'The upgrade to 0.2.0 was refused; the platform stays at 0.1.0',
  );
});
