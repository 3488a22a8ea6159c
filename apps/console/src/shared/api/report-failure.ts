import { endpoints } from '@clusterdesk/contracts';
import { platformBuild } from '../lib/connection/platform-build.js';
import { call } from './call.js';
import { readToken } from './session.js';

/** What one window reports at most: what breaks again and again is known by then. */
let left = 5;

/** The innermost places of our own code in a stack. What else stands there is left out: messages quote what people wrote. */
const placesIn = (stack: string): string[] =>
  [...stack.matchAll(/\/assets\/([\w.-]{1,80}\.js:\d+:\d+)/g)]
    .slice(0, 12)
    .map(([, place = '']) => place);

/**
 * Tells the server where the code broke, for its log; whoever sees it has been told by the page. Nothing is told in development, and
 * not by strangers.
 */
export function reportFailure(error: unknown, componentStack = ''): void {
  if (platformBuild.own === null || readToken() === null || left === 0) {
    return;
  }
  left -= 1;
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const told = call(endpoints.operations.reportFailure, {
    buildId: platformBuild.own,
    kind: /^\w{1,40}$/.test(name) ? name : 'Error',
    thrownAt: placesIn(stack),
    drawnBy: placesIn(componentStack),
  });
  told.catch(() => undefined);
}
