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

/** Node's own channel would keep the process from ending. */
class Channel {
  port1 = { onmessage: null };
  port2 = { postMessage: (data) => setImmediate(() => this.port1.onmessage?.({ data })) };
}

/** A page without a screen, for component tests. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of lent) {
      this.global[name] = globalThis[name];
    }
    this.global.PointerEvent ??= this.global.MouseEvent;
    this.global.MessageChannel = Channel;
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto });
  }
}
