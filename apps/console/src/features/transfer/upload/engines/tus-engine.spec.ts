import { describe, expect, it } from '@jest/globals';
import { formOf } from './batch-engine.js';
import { fingerprintOf, metadataOf } from './tus-engine.js';
import { groupPicked, type UploadGroup } from '../queue/upload-group.js';

const print = (
  userId: string,
  dir: string,
  file: File,
  operation: UploadGroup['operation'] = '0',
): string => {
  const [group] = groupPicked({ space: 'disk' }, dir, [{ path: file.name, file }]);
  const [item] = group?.items ?? [];
  if (!group || !item) {
    throw new Error('no group');
  }
  group.operation = operation;
  return fingerprintOf(userId, { group, item });
};
const file = (size: number, lastModified = 5): File =>
  new File([new Uint8Array(size)], 'a|b', { lastModified });

describe('fingerprintOf', () => {
  it('is the same for the same choice', () => {
    expect(print('u', '/x', file(3))).toBe(print('u', '/x', file(3)));
  });

  it('differs by user, target, operation, size and date', () => {
    const prints = [
      print('u', '/x', file(3)),
      print('v', '/x', file(3)),
      print('u', '/y', file(3)),
      print('u', '/x', file(3), '1'),
      print('u', '/x', file(4)),
      print('u', '/x', file(3, 6)),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
});

it('the time of a file goes with it, one by one and in a form', () => {
  const chosen = [5, 6].map((time) => ({ path: `folder/${time}`, file: file(1, time) }));
  const [group] = groupPicked({ space: 'disk' }, '/', chosen);
  const entries = group?.items.map((item) => ({ group, item })) ?? [];
  expect(entries.map((entry) => metadataOf(entry)['lastModified'])).toEqual(['5', '6']);
  const names = [...formOf(entries)].map(([name]) => name);
  expect(formOf(entries).get('lastModified')).toBe('5,6');
  expect(names.indexOf('lastModified')).toBeLessThan(names.indexOf('files'));
});
