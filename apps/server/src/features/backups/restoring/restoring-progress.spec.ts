import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Timings } from '../../../platform/timings.js';
import type { BackupNews } from '../running/backup-news.service.js';
import { RestoringProgress } from './restoring-progress.js';
import type { RestoringRows } from './restoring-rows.repository.js';

const timings = new Timings();
const note = jest.fn<RestoringRows['note']>(async () => undefined);
let progress: RestoringProgress;

beforeEach(() => {
  jest.useFakeTimers();
  progress = new RestoringProgress(
    'id',
    { note } as unknown as RestoringRows,
    { tell: () => undefined } as unknown as BackupNews,
    timings,
  );
});
afterEach(async () => {
  await progress.end();
  jest.useRealTimers();
});

it('is written again and again when nothing moves, or a sweep would take the restoring for left', async () => {
  progress.begin('database', 10);
  for (let lease = 0; lease < 3; lease += 1) {
    note.mockClear();
    await jest.advanceTimersByTimeAsync(timings.tasks.leaseMs / 2);
    expect(note).toHaveBeenCalledWith('id', { phase: 'database', doneBytes: 0, totalBytes: 10 });
  }
  await progress.end();
  note.mockClear();
  await jest.advanceTimersByTimeAsync(timings.tasks.leaseMs);
  expect(note).not.toHaveBeenCalled();
});
