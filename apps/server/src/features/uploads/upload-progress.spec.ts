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
  ({ id, userId: '1', visitorId: null, space: 'disk', sizeBytes: 100 }) as UploadEntity;

type Told = [id: string, loadedBytes: number, state: string];

function collect(): { told: Told[]; reports: UploadProgressReports } {
  const told: Told[] = [];
  const publish = (_event: string, _to: string, news: UploadProgress): number =>
    told.push([news.uploadId, news.loadedBytes, news.state]);
  const realtime = { publish } as unknown as Realtime;
  return { told, reports: new UploadProgressReports(realtime, new Timings()) };
}

it('tells of the progress of one upload four times a second at most, and of states at once', () => {
  const { told, reports } = collect();
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

const many = Array.from({ length: 500 }, (_, index) => upload(String(index)));

it('tells of 500 uploads together a hundred times a second at most, and of each in its turn', () => {
  const { told, reports } = collect();
  for (let second = 0; second < 10; second += 1) {
    many.forEach((one) => reports.report(one, second));
    jest.advanceTimersByTime(1_000);
  }
  expect(told.length).toBeGreaterThan(900);
  expect(told.length).toBeLessThanOrEqual(1_025);
  expect(new Set(told.map(([id]) => id)).size).toBe(500);
});

it('tells no progress of an upload that has ended meanwhile', () => {
  const { told, reports } = collect();
  many.forEach((one) => reports.report(one, 1));
  const [last] = many.slice(-1).map(({ id }) => id);
  expect(told.map(([id]) => id)).not.toContain(last);
  reports.publish(upload(String(last)), 100, 'complete');
  jest.advanceTimersByTime(10_000);
  expect(told.filter(([id]) => id === last)).toEqual([[last, 100, 'complete']]);
});

it('tells its owner nothing of what a visitor sends', () => {
  const { told, reports } = collect();
  const sent = { ...upload('a'), visitorId: 'visitor' } as UploadEntity;
  reports.report(sent, 1);
  reports.publish(sent, 2, 'complete');
  expect(told).toEqual([]);
});
