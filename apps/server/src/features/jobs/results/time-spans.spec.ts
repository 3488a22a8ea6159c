import { describe, expect, it } from '@jest/globals';
import type { ChangedEntry } from '../../../platform/file-space/listing/changed-entries.js';
import { jobIdOfLog, logNameOf } from './log-files.service.js';
import { belongingTo, topmostNew } from './time-spans.js';

const entry = (path: string, made: number, isDirectory = false, modified = made): ChangedEntry => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  isDirectory,
  sizeBytes: 0,
  modifiedAt: new Date(modified),
  madeAt: new Date(made),
});

describe('what belongs to a job', () => {
  it('was made or changed while it ran', () => {
    const span = { from: 10, to: 20 };
    const times = [
      [10, 10],
      [5, 20],
      [15, 3],
      [5, 9],
      [21, 21],
      [5, 25],
    ] as const;
    expect(
      times.map(([made, modified]) => belongingTo(span, entry('/a', made, false, modified))),
    ).toEqual([true, true, true, false, false, false]);
  });

  const entries = [
    entry('/new', 12, true),
    entry('/new/a', 13),
    entry('/new/deep/b', 13),
    entry('/old/c', 14),
    entry('/old/before', 2, false, 15),
    entry('/old/between', 30),
    entry('/later', 41),
  ];
  const spans = [
    { from: 40, to: 50 },
    { from: 10, to: 15 },
    { from: 11, to: 20 },
  ];

  it('is in a new folder, or new itself', () => {
    expect(topmostNew(entries, spans, [])).toEqual(['/new', '/old/c', '/later']);
  });

  it('is nothing that jobs of others may have made, nor what lies in that', () => {
    const others = [{ from: 0, to: 13 }];
    expect(topmostNew(entries, spans, others)).toEqual(['/old/c', '/later']);
    expect(topmostNew(entries, spans, [{ from: 14, to: Infinity }])).toEqual(['/new']);
    expect(topmostNew(entries, spans, null)).toEqual([]);
  });
});

describe('the name of an output', () => {
  it('tells its job, also with a number', () => {
    expect(jobIdOfLog(logNameOf({ id: '17', jobName: 'a-1' }))).toBe('17');
    expect(jobIdOfLog('作业-17 (2).log')).toBe('17');
    expect(['17.log', 'a-17.log.txt', 'a-1x.log'].map(jobIdOfLog)).toEqual([null, null, null]);
  });
});
