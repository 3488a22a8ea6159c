import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Node and Jest themselves live in the realm of bundled specs, and by these two. */
const neverFaked = ['nextTick', 'queueMicrotask'];

/**
 * The object `jest` of one file that runs in Node's own realm: mocks and timers, no mocked modules.
 * @returns {{ jest: object, restore: () => void }} `restore` undoes what the file has mocked
 */
export function createNativeJest(config) {
  const mocker = new ModuleMocker(globalThis);
  const timers = new ModernFakeTimers({ config, global: globalThis });
  const jest = {};
  for (const name of ['fn', 'spyOn', 'mocked', 'restoreAllMocks', 'clearAllMocks']) {
    jest[name] = mocker[name].bind(mocker);
  }
  for (const name of [
    ...['useRealTimers', 'setSystemTime', 'getTimerCount', 'runAllTimersAsync'],
    ...['advanceTimersByTime', 'advanceTimersByTimeAsync'],
  ]) {
    jest[name] = timers[name].bind(timers);
  }
  jest.useFakeTimers = ({ doNotFake = [], ...options } = {}) =>
    timers.useFakeTimers({ ...options, doNotFake: [...doNotFake, ...neverFaked] });
  jest.setTimeout = (timeoutMs) => {
    globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = timeoutMs;
  };
  const restore = () => {
    mocker.restoreAllMocks();
    timers.useRealTimers();
    timers.dispose();
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  };
  return { jest, restore };
}
