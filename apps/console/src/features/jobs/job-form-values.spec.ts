import { describe, expect, test } from '@jest/globals';
import { limits } from '@clusterdesk/contracts';
import { ApiError } from '../../shared/api/api-error.js';
import { fieldErrors, isJobName, isScriptShort, toRunInput } from './job-form-values.js';

const values = {
  jobName: ' align ',
  queueName: 'local',
  cpus: 2,
  maxMinutes: null,
  workDir: '',
  scriptContent: 'echo',
};

describe('the job form', () => {
  test('leaves empty fields to the defaults of the server', () => {
    expect(toRunInput(values)).toEqual({
      jobName: 'align',
      queueName: 'local',
      cpus: 2,
      scriptContent: 'echo',
    });
    expect(toRunInput({ ...values, maxMinutes: 5, workDir: '/课题' })).toMatchObject({
      maxMinutes: 5,
      workDir: '/课题',
    });
  });

  test.each([
    ['align_1', true],
    ['比对', true],
    ['1st', false],
    ['a b', false],
    ['', false],
  ])('%j as a name: %s', (name, isGood) => {
    expect(isJobName(name)).toBe(isGood);
  });

  test('measures a script in bytes', () => {
    expect(isScriptShort('x'.repeat(limits.scriptMaxBytes))).toBe(true);
    expect(isScriptShort('字'.repeat(limits.scriptMaxBytes / 2))).toBe(false);
  });

  test('puts a refusal beside the field it is about', () => {
    const wrong = new ApiError(400, 'INVALID_INPUT', 'wrong', {
      workDir: 'no such folder',
      x: 'y',
    });
    expect(fieldErrors(wrong)).toEqual([{ name: 'workDir', errors: ['no such folder'] }]);
    const tooMany = new ApiError(400, 'JOB_TOO_MANY_CPUS', 'at most 2');
    expect(fieldErrors(tooMany)).toEqual([{ name: 'cpus', errors: ['at most 2'] }]);
    expect(fieldErrors(new ApiError(503, 'AWAY', 'later'))).toEqual([]);
    expect(fieldErrors(new Error('other'))).toEqual([]);
  });
});
