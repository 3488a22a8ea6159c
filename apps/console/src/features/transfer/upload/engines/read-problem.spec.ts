import { describe, expect, it } from '@jest/globals';
import { isAway, isChanged, isOutOfStep, keptRefusal, refusal } from './read-problem.js';

describe('isAway', () => {
  it.each([0, 502, 503, 504])('waits for the server after %d', (status) =>
    expect(isAway(status, false)).toBe(true),
  );
  it.each([400, 401, 403, 404, 409, 413, 500])('does not wait after %d', (status) =>
    expect(isAway(status, false)).toBe(false),
  );
  it('shows a full disk instead of waiting: the server itself said 503', () =>
    expect(isAway(503, true)).toBe(false));
});

describe('isOutOfStep', () => {
  it('takes 409 as an offset to ask for again, but not as a taken name', () => {
    expect(isOutOfStep(409, false, false)).toBe(true);
    expect(isOutOfStep(409, true, false)).toBe(false);
    expect(isOutOfStep(409, false, true)).toBe(false);
  });
  it('asks again while another request holds the upload', () =>
    expect(isOutOfStep(423, false, false)).toBe(true));
});

describe('refusal', () => {
  it('knows a taken name by its code and keeps the sentence', () => {
    expect(refusal('taken', 'FILE_NAME_TAKEN')).toEqual({ kind: 'nameTaken', message: 'taken' });
    expect(refusal('full', 'FILE_SPACE_FULL')).toEqual({ kind: 'refused', message: 'full' });
  });
});

describe('keptRefusal', () => {
  it('says how a file goes on that is all there; a taken name is asked about as ever', () => {
    const kept = keptRefusal('Ask for the right.', 'PROJECT_REFUSED');
    expect(kept.kind).toBe('kept');
    expect(keptRefusal('taken', 'FILE_NAME_TAKEN')).toEqual(refusal('taken', 'FILE_NAME_TAKEN'));
  });
});

describe('isChanged', () => {
  const file = new File(['abc'], 'a', { lastModified: 5 });
  const item = { file, sizeBytes: 3, modifiedAt: 5, reread: null };
  const now = (content: string, lastModified: number) => () =>
    Promise.resolve(new File([content], 'a', { lastModified }));

  it('compares size and date of what is there now', async () => {
    expect(await isChanged(item)).toBe(false);
    expect(await isChanged({ ...item, sizeBytes: 4 })).toBe(true);
    expect(await isChanged({ ...item, reread: now('abc', 5) })).toBe(false);
    expect(await isChanged({ ...item, reread: now('abcd', 5) })).toBe(true);
    expect(await isChanged({ ...item, reread: now('abc', 6) })).toBe(true);
  });

  it('takes a file that cannot be read for changed', async () => {
    const gone = new File(['abc'], 'a', { lastModified: 5 });
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    expect(await isChanged({ ...item, file: gone })).toBe(true);
    expect(await isChanged({ ...item, reread: () => Promise.reject(new Error('gone')) })).toBe(
      true,
    );
  });
});
