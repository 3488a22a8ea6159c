import { spawn } from 'node:child_process';

/** The longest single test may take four minutes, on a busy machine more. */
const silenceMs = 10 * 60_000;
/** Against a suite that goes on for ever, each of its tests in time. */
const overallMs = 2 * 60 * 60_000;
/** Between the request to end and the end by force. */
const graceMs = 20_000;

/**
 * Runs a Node program until it ends by itself. It is stopped when it has not said `progress` over its channel for a
 * while, not after a fixed time: what makes progress runs to its end, and what left something open does not hang for ever.
 * @param {string[]} args of node
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, limits?: { silenceMs?: number, overallMs?: number, graceMs?: number } }} options
 * @returns {Promise<{ status: number | null, stopped: string | null }>} `stopped` says why it did not end by itself
 */
export async function runWhileProgressing(args, { cwd, env, limits }) {
  const limit = { silenceMs, overallMs, graceMs, ...limits };
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let stopped = null;
  const timers = [];
  const stop = (reason) => {
    stopped ??= reason;
    child.kill('SIGTERM');
    // One that computes without end hears no request.
    timers.push(setTimeout(() => child.kill('SIGKILL'), limit.graceMs));
  };
  const silence = setTimeout(
    () => stop(`stopped: no test ended for ${inMinutes(limit.silenceMs)}`),
    limit.silenceMs,
  );
  timers.push(silence);
  timers.push(
    setTimeout(() => stop(`stopped after ${inMinutes(limit.overallMs)}`), limit.overallMs),
  );
  child.on('message', () => silence.refresh());
  const killChild = () => child.kill('SIGTERM');
  process.once('exit', killChild);
  try {
    const status = await new Promise((done, fail) => {
      child.once('exit', done);
      child.once('error', fail);
    });
    return { status, stopped };
  } finally {
    timers.forEach(clearTimeout);
    process.off('exit', killChild);
  }
}

function inMinutes(ms) {
  return `${Math.round(ms / 6000) / 10} minutes`;
}
