import { TestEnvironment } from 'jest-environment-jsdom';

/** What browsers have, jsdom lacks and Node can lend. */
const lent = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'ReadableStream',
  'TextDecoder',
  'TextEncoder',
  'structuredClone',
  'BroadcastChannel',
];

/** A page without a screen, for component tests. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of lent) {
      this.global[name] = globalThis[name];
    }
  }
}
