import { ApiClient } from '../platform/api-client.js';
import type { TimingChanges } from '../../../apps/server/src/platform/timings.js';
import { adminPassword, SpecPlatform } from './spec-platform.js';

export { call } from '../platform/call-endpoint.js';
export { adminPassword } from './spec-platform.js';

/** What a spec needs of a server that is asked as a client asks it. */
export type TestServer = SpecPlatform;

/** A platform without a worker. `environment` adds to or replaces its variables; `onLog` hears its log, `timings` change its pace. */
export function startTestServer(
  environment: Record<string, string> = {},
  onLog?: (line: string) => void,
  timings: TimingChanges = {},
): Promise<TestServer> {
  return SpecPlatform.open({ withWorker: false, environment, timings, ...(onLog && { onLog }) });
}

/** A password as it travels. */
export function encryptPassword(baseUrl: string, password: string): Promise<string> {
  return new ApiClient(baseUrl).encrypt(password);
}

/** Signs in and returns the token. */
export async function signIn(
  baseUrl: string,
  loginName = 'admin',
  password = adminPassword,
): Promise<string> {
  const client = new ApiClient(baseUrl);
  await client.signIn(loginName, password);
  return client.token ?? '';
}
