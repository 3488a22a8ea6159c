import { expect, it } from '@jest/globals';
import { shareNotificationTexts } from './share-notifications.js';

const payload = { shareId: 's1', sharer: 'Ann', name: 'demo', entries: 1, isDropBox: false };

const read = (given: unknown) => shareNotificationTexts[0]?.read(given);

it('says who shares what, and leads there', () => {
  expect(read(payload)).toEqual({
    title: 'Ann shared “demo” with you',
    path: '/receiveShare?share=s1',
    listedAt: '/receiveShare',
  });
  expect(read({ ...payload, entries: 3 })?.title).toBe(
    'Ann shared “demo” and 2 more items with you',
  );
  expect(read({ ...payload, isDropBox: true })).toMatchObject({
    title: 'Ann opened the drop box “demo” for you',
    text: 'You can add files to it.',
  });
  expect(read({ shareId: 7 })).toBeNull();
});
