import { describe, expect, it } from '@jest/globals';
import { jobDetail, type WireJobDetail, type WireJobRow } from './job-rows.js';
import { jobEndpoints } from './jobs.js';

const row: WireJobRow = {
  jobId: '1',
  queueName: 'local',
  scriptName: 'job',
  loginNane: 'ann',
  workTime: '00:00:05',
  status: 'RUNNING',
  isHeld: false,
  exitCode: null,
  nodeName: 'host-1',
  cpus: 1,
  createTime: '2026-11-22 05:00:00',
  startTime: null,
  endTime: null,
  startedAt: null,
  cpuSeconds: null,
  maxRssBytes: null,
  array: null,
  arrayId: null,
  arrayIndex: null,
};
const { loginNane, ...same } = row;

describe("a job's owner", () => {
  it('has the right name in the code, whatever the wire calls it', () => {
    const page = jobEndpoints.search.result.parse({ data: [row], total: 1 });
    expect(page.data).toEqual([{ ...same, loginName: loginNane }]);
    const detail: WireJobDetail = {
      ...row,
      scriptContent: 'true',
      workDir: '/',
      ...{ space: 'disk', spaceId: '', spaceName: '', isSealed: false, inputs: [], logPath: null },
      variables: {},
      after: [],
      graph: null,
      maxMinutes: null,
      network: 'outside',
      reason: '',
      waiting: null,
      memoryMb: null,
      outputBytes: 0,
      signal: null,
      isOutputRemoved: false,
    };
    expect(jobDetail.parse(detail)).toMatchObject({ loginName: 'ann', workDir: '/' });
    expect(jobDetail.parse(detail)).not.toHaveProperty('loginNane');
  });
});
