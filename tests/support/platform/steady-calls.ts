import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { waitFor } from '../wait-for.js';

const clients = 8;
const path = '/api/active/getSystemPublicConfigs';

/** What came of one call on a connection of its own: the status, or the code of the error. */
export async function ask(host: string, port: number): Promise<number | string> {
  const request = get({ host, port, path, agent: false });
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode === 503 && !answer.headers['retry-after']
      ? '503 without Retry-After'
      : (answer.statusCode ?? 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Calls one after the other from eight clients, before, while and after `work` is done. @returns what came of each */
export async function callThrough(
  hosts: readonly string[],
  port: number,
  work: () => Promise<unknown>,
): Promise<(number | string)[]> {
  const results: (number | string)[] = [];
  let isOver = false;
  const calls = Array.from({ length: clients }, async (_, index) => {
    while (!isOver) {
      results.push(await ask(hosts[index % hosts.length]!, port));
    }
  });
  try {
    await waitFor('calls', () => results.length > 2 * clients);
    await work();
    const before = results.length;
    await waitFor('calls afterwards', () => results.length > before + 2 * clients);
  } finally {
    isOver = true;
    await Promise.all(calls);
  }
  return results;
}
