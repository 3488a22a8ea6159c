/**
 * Jest's test runner with two additions. It notes what a file spent on loading, hooks, tests and the database. And it runs specs
 * that have been bundled (bundle-specs.mjs) in Node's own modules and this worker's realm, so that a module that one file has loaded
 * is there for the files after it; Jest itself loads every module anew for each file. What a file changed of the process is undone.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createNativeJest } from './native-jest.mjs';
import { PhaseClock } from './phase-clock.mjs';

const require = createRequire(import.meta.url);
const { default: runCircus } = require('jest-circus/runner');

const index = process.env.NATIVE_SPECS;
const bundles = index ? JSON.parse(readFileSync(index, 'utf8')) : {};

// A worker whose Jest was killed would go on with its file, and with the programs that this has started. A Jest without workers must
// not listen: the listener would keep it from ending.
if (process.argv[1]?.includes('jest-worker')) {
  process.once('disconnect', () => process.exit(1));
}

export default async function runTestFile(
  globalConfig,
  config,
  environment,
  runtime,
  path,
  sendMessage,
) {
  const bundle = bundles[path];
  const clock = new PhaseClock(bundle ? globalThis : environment.global);
  const hear = environment.handleTestEvent?.bind(environment);
  const handleTestEvent = async (event, state) => {
    clock.note(event);
    await hear?.(event, state);
  };
  let result;
  if (bundle) {
    const own = { global: globalThis, handleTestEvent };
    result = await runNatively(bundle, config, (nativeRuntime) =>
      runCircus(globalConfig, config, own, nativeRuntime, path, sendMessage),
    );
  } else {
    environment.handleTestEvent = handleTestEvent;
    result = await runCircus(globalConfig, config, environment, runtime, path, sendMessage);
  }
  result.phases = clock.finish();
  return result;
}

/** The part of Jest's runtime that jest-circus asks, answered by Node. */
async function runNatively(bundle, config, run) {
  const { jest, restore } = createNativeJest(config);
  const environmentBefore = { ...process.env };
  const globalsBefore = Object.getOwnPropertyDescriptors(globalThis);
  const runtime = {
    requireInternalModule: requireAnew,
    requireModule: require,
    setGlobalsForRuntime: (globals) => {
      globalThis[Symbol.for('clusterdesk.jest')] = { ...globals, jest };
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: () => import(pathToFileURL(bundle).href),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  try {
    return await run(runtime);
  } finally {
    restore();
    restoreGlobals(globalsBefore);
    restoreEnvironment(environmentBefore);
  }
}

/** The state of jest-circus is of one file: handlers of the file before would hear this one's events. */
function requireAnew(path) {
  delete require.cache[require.resolve(path)];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  return require(path);
}

/** Puts back what a file has put over a global of Node's. What modules have added stays, as they do: typeorm keeps its metadata there. */
function restoreGlobals(before) {
  const now = Object.getOwnPropertyDescriptors(globalThis);
  for (const key of Reflect.ownKeys(before)) {
    const was = before[key];
    const is = now[key];
    const isSame = is && was.value === is.value && was.get === is.get;
    if (was.configurable && !isSame) {
      Object.defineProperty(globalThis, key, was);
    }
  }
}

function restoreEnvironment(before) {
  for (const name of Object.keys(process.env)) {
    if (!(name in before)) {
      delete process.env[name];
    }
  }
  Object.assign(process.env, before);
}
