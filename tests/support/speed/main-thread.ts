import type { Browser, Page } from 'playwright-core';
import { slowdownDuring } from './slowdown.js';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds that the thread worked; waiting for a processor is not in it. */
  tdur?: number;
  args?: { name?: string };
}

const taskCategory = 'disabled-by-default-devtools.timeline';

/**
 * Does something and answers how long each task of the page's main thread worked meanwhile, in milliseconds, longest first.
 * It is the thread's own time, and without what others on the same cores slowed it down by: however busy the machine is with
 * other things, the same code costs about the same.
 */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: [taskCategory, 'toplevel', '__metadata'] });
  let slowdown: number;
  try {
    slowdown = await slowdownDuring(act);
  } catch (error) {
    await browser.stopTracing();
    throw error;
  }
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  return trace.traceEvents
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1_000 / slowdown)
    .sort((one, other) => other - one);
}
