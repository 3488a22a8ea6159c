import { describe, expect, it } from '@jest/globals';
import { removeUser, dispatchJobs, type TaskDefinition } from '@clusterdesk/contracts';
import { checkHandlers } from './handlers.js';

const handler = (): Promise<void> => Promise.resolve();
const defined: TaskDefinition[] = [removeUser, dispatchJobs];

describe('checkHandlers', () => {
  it('accepts exactly one handler for each job', () => {
    const handlers = checkHandlers(
      [
        [removeUser, handler],
        [dispatchJobs, handler],
      ],
      defined,
    );
    expect([...handlers.keys()]).toEqual([removeUser.name, dispatchJobs.name]);
  });

  it('names the job that nobody handles', () => {
    expect(() => checkHandlers([[removeUser, handler]], defined)).toThrow(
      'jobs.dispatch-jobs has 0 handlers',
    );
  });

  it('names the job that two handle', () => {
    expect(() =>
      checkHandlers(
        [
          [removeUser, handler],
          [removeUser, handler],
          [dispatchJobs, handler],
        ],
        defined,
      ),
    ).toThrow('users.remove-user has 2 handlers');
  });
});
