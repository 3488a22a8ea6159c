import { describe, expect, it } from '@jest/globals';
import { buildPackage, dispatchJobs, type TaskDefinition } from '@clusterdesk/contracts';
import { checkHandlers } from './handlers.js';

const handler = (): Promise<void> => Promise.resolve();
const defined: TaskDefinition[] = [buildPackage, dispatchJobs];

describe('checkHandlers', () => {
  it('accepts exactly one handler for each job', () => {
    const handlers = checkHandlers(
      [
        [buildPackage, handler],
        [dispatchJobs, handler],
      ],
      defined,
    );
    expect([...handlers.keys()]).toEqual([buildPackage.name, dispatchJobs.name]);
  });

  it('names the job that nobody handles', () => {
    expect(() => checkHandlers([[buildPackage, handler]], defined)).toThrow(
      'jobs.dispatch-jobs has 0 handlers',
    );
  });

  it('names the job that two handle', () => {
    expect(() =>
      checkHandlers(
        [
          [buildPackage, handler],
          [buildPackage, handler],
          [dispatchJobs, handler],
        ],
        defined,
      ),
    ).toThrow('downloads.build-package has 2 handlers');
  });
});
