import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { UploadProgress } from '@clusterdesk/contracts';
import type { Realtime } from '../../platform/realtime/realtime.service.js';
import { Timings } from '../../platform/timings.js';
import { UploadProgressReports } from './upload-progress.service.js';
import type { UploadEntity } from './upload.entity.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const upload = (id: string): UploadEntity =>
  ({ id, userId: '1', space: 'disk', sizeBytes: 100 }) as UploadEntity;

it('tells of the progress of one upload four times a second at most, and of states at once', () => {
  const told: [string, number, string][] = [];
  const publish = (_event: string, _to: string, news: UploadProgress): number =>
    told.push([news.uploadId, news.loadedBytes, news.state]);
  const reports = new UploadProgressReports({ publish } as unknown as Realtime, new Timings());
  for (let loadedBytes = 1; loadedBytes <= 60; loadedBytes += 1) {
    reports.report(upload('a'), loadedBytes);
    jest.advanceTimersByTime(10);
  }
  reports.report(upload('b'), 1);
  reports.publish(upload('a'), 61, 'complete');
  expect(told).toEqual([
    ['a', 1, 'uploading'],
    ['a', 26, 'uploading'],
    ['a', 51, 'uploading'],
    ['b', 1, 'uploading'],
    ['a', 61, 'complete'],
  ]);
});
