import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ContainerPlatform } from '../support/containers/container-platform.js';

let platform: ContainerPlatform;
beforeAll(async () => {
  const t = performance.now();
  platform = await ContainerPlatform.start({ servers: 2, workers: 1, agents: 1 });
  console.log('start', performance.now() - t);
});
afterAll(async () => {
  const t = performance.now();
  await platform?.stop();
  console.log('stop', performance.now() - t);
});
test('signs in', async () => {
  const client = await platform.signIn();
  expect(client.token).not.toBeNull();
});
