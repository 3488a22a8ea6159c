import { jobDetail } from '@clusterdesk/contracts';
import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.js';
import { fieldErrors } from '../../../shared/ui/form/form-errors.js';
import { withField } from '../api/with-field.js';
import { specJob } from '../spec-job.js';
import {
  emptyJob,
  fieldOfCode,
  jobNameOf,
  toRunInput,
  valuesOf,
  type JobFormValues,
} from './job-form-values.js';

const values: JobFormValues = {
  ...emptyJob,
  jobName: ' align ',
  queueName: 'local',
  cpus: 2,
  memoryMb: null,
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
      // Said though it is empty: `#SBATCH` lines of the script may ask for one.
      array: '',
    });
    expect(
      toRunInput({ ...values, memoryMb: 900, maxMinutes: 5, workDir: '~/课题 ' }),
    ).toMatchObject({
      memoryMb: 900,
      maxMinutes: 5,
      workDir: '/课题',
    });
  });

  test('sends a variable for each parameter, empty or not given too, and for each row that says something', () => {
    const parameter = { label: '', kind: 'text' as const, choices: [], isRequired: false };
    const sent = toRunInput({
      ...values,
      parameters: ['A', 'B', 'C'].map((name) => ({ ...parameter, name, default: '1' })),
      // What another template asked for is no answer to this one.
      parameterValues: { A: '7', B: '', OLD: 'x' },
      variables: [
        { name: 'D', value: '' },
        { name: '', value: '' },
      ],
    });
    expect(sent.variables).toEqual({ A: '7', B: '', C: '1', D: '' });
  });

  test('sends an array and the jobs that it waits for', () => {
    const afterJobs = [{ id: '7', name: 'fit #7' }];
    expect(toRunInput({ ...values, array: ' 1-9%2 ', afterJobs })).toMatchObject({
      array: '1-9%2',
      afterJobIds: ['7'],
    });
  });

  test.each([
    [{ array: { text: '1-9%2', counts: {} } }, '1-9%2'],
    [{ arrayId: '5', arrayIndex: 0 }, '0'],
    [{}, ''],
  ])('a clone has the indices of its pattern: %j', (more, array) => {
    expect(valuesOf(jobDetail.parse({ ...specJob, ...more })).array).toBe(array);
  });

  test('names a job after its script', () => {
    expect(jobNameOf('align.SH')).toBe('align');
    expect(jobNameOf('run.py')).toBe('run.py');
  });

  test('puts a refusal beside the field it is about, though the server names none', () => {
    const names = Object.keys(values);
    const tooMany = new ApiError(400, 'JOB_TOO_MANY_CPUS', 'at most 2');
    expect(fieldErrors(withField(tooMany, fieldOfCode), names)).toEqual([
      { name: 'cpus', errors: ['at most 2'] },
    ]);
    const away = new ApiError(503, 'AWAY', 'later');
    expect(withField(away, fieldOfCode)).toBe(away);
    expect(fieldErrors(withField(new Error('other'), fieldOfCode), names)).toEqual([]);
  });
});
