import { describe, expect, it } from '@jest/globals';
import { toJobDetail, toJobRow, toWorkTime } from './job.presenter.js';
import { ScriptJobEntity } from './script-job.entity.js';

const job = Object.assign(new ScriptJobEntity(), {
  id: '1001',
  queueName: 'local',
  jobName: 'job',
  userName: 'ann',
  workDir: '/',
  cpus: 2,
  maxMinutes: null,
  status: 'FAILED',
  nodeName: 'host-1',
  exitCode: 3,
  cpuSeconds: 7.5,
  maxRssBytes: '4096',
  reason: '',
  outputBytes: '12',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  startedAt: new Date('2026-01-01T00:00:01Z'),
  endedAt: new Date('2026-01-02T01:01:03Z'),
});

describe('toWorkTime', () => {
  const start = new Date('2026-01-01T00:00:00Z');
  const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
  it.each([
    ['before the start', null, null, 5, '00:00:00'],
    ['while it runs', start, null, 61, '00:01:01'],
    ['after the end', start, after(59), 1000, '00:00:59'],
    ['past a day', start, after(100 * 3600 + 61), 0, '100:01:01'],
    ['when clocks disagree', start, after(-5), 0, '00:00:00'],
  ])('%s', (_, startedAt, endedAt, now, text) => {
    expect(toWorkTime(startedAt, endedAt, after(now))).toBe(text);
  });
});

describe('a job on the wire', () => {
  it('has its times in the zone asked for and its names as the specification spells them', () => {
    expect(toJobRow(job, 'Asia/Shanghai')).toMatchObject({
      jobId: '1001',
      scriptName: 'job',
      loginNane: 'ann',
      workTime: '25:01:02',
      exitCode: 3,
      cpuSeconds: 7.5,
      maxRssBytes: 4096,
      createTime: '2026-01-01 08:00:00',
      endTime: '2026-01-02 09:01:03',
      startedAt: Date.parse('2026-01-01T00:00:01Z'),
    });
  });

  it('claims no network for a job of Slurm, whose nodes the platform does not confine', () => {
    const detail = (backend: string) =>
      toJobDetail(
        Object.assign(new ScriptJobEntity(), job, { backend, network: 'none' }),
        ...(['x', 'UTC', 'en'] as const),
      );
    expect(detail('agent').network).toBe('none');
    expect(detail('slurm').network).toBeNull();
  });

  it('says why it ended, in words and in the language', () => {
    const detail = (reason: string, language: 'cn' | 'en') =>
      toJobDetail(Object.assign(new ScriptJobEntity(), job, { reason }), 'x', 'UTC', language);
    expect(detail('', 'en')).toMatchObject({ reason: '', scriptContent: 'x', outputBytes: 12 });
    expect(detail('NODE_GONE', 'en').reason).toContain('Submit the job again');
    expect(detail('NODE_GONE', 'cn').reason).toContain('请重新提交');
    expect(detail('CODE_OF_ANOTHER_RELEASE', 'en').reason).toBe('');
  });
});
