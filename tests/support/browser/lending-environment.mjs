import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

/** @type {import('node:child_process').ChildProcess | null} */
let child = null;

/** The process that keeps this worker's console; it is no reason for the worker to go on. */
function keeper() {
  if (!child || !child.connected) {
    child = spawn(process.execPath, [join(import.meta.dirname, 'lent-console-process.mjs')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    // In a run without workers there is no end of one.
    globalThis.endLentConsole = () => child?.connected && child.disconnect();
  }
  return child;
}

/** @returns {Promise<string>} JSON of a ConsoleAddress: only text passes from this realm into the tests' one, where they have one. */
function lendConsole() {
  const process = keeper();
  return new Promise((resolve, reject) => {
    process.channel?.ref();
    const settle = (answer) => {
      process.off('message', settle).off('exit', ended);
      process.channel?.unref();
      if (answer.error) {
        reject(new Error(answer.error));
      } else {
        resolve(JSON.stringify(answer.address));
      }
    };
    const ended = (code) => settle({ error: `The keeper of the console ended with ${code}.` });
    process.on('message', settle).once('exit', ended);
    process.send('lend');
  });
}

/** Jest's own environment of Node, in which suites may ask for their worker's platform and Chromium. */
export default class LendingEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    // Bundled specs run in this realm (test-runner.mjs), others in one of their own.
    globalThis.lendConsole = this.global.lendConsole = lendConsole;
  }

  /** Circus waits for it: the pages are still open. */
  async handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') {
      const showOpenPages = this.global.showOpenPages ?? globalThis.showOpenPages;
      await showOpenPages?.(event.test?.name ?? event.hook.type);
    }
  }
}
