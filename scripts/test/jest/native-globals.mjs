/**
 * What bundled specs import as `@jest/globals`. Shared modules of specs live as long as the worker, so each word leads to what the
 * test runner (test-runner.mjs) has set for the file that runs now.
 */
const current = () => globalThis[Symbol.for('clusterdesk.jest')];

const lead = (name) =>
  new Proxy(function lead() {}, {
    apply: (_target, _self, args) => current()[name](...args),
    get: (_target, key) => current()[name][key],
  });

export const afterAll = lead('afterAll');
export const afterEach = lead('afterEach');
export const beforeAll = lead('beforeAll');
export const beforeEach = lead('beforeEach');
export const describe = lead('describe');
export const expect = lead('expect');
export const it = lead('it');
export const test = lead('test');
export const jest = lead('jest');
