import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { runContractSuite } from '../support/containers/contract-suite.js';

jest.setTimeout(600_000);

let platform: ContainerPlatform;

beforeAll(async () => {
  platform = await ContainerPlatform.start({ servers: 2, workers: 1 });
});
afterAll(() => platform?.stop());

/** The suites that ask a server of their own in the gate ask nginx here, and behind it one server or the other. */
test.each(['tus-core', 'tus-extensions', 'tus-clients', 'endpoints', 'access'])(
  'the contract holds by nginx at two servers: %s',
  async (suite) => {
    const { failures, passed } = await runContractSuite(platform, suite);
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  },
);
