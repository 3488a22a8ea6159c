import { allEndpoints } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { ApiClient } from '../platform/api-client.js';
import { loadConfig } from '../../../apps/server/src/config/config.js';
import { currentRequest } from '../../../apps/server/src/platform/http/request-context.js';
import { startServer } from '../../../apps/server/src/server.js';

/**
 * A server that ends as by `kill -9` in the moment in which the first transaction of a call has committed. Arguments: the
 * caller's token, the call's path, its input as JSON.
 */
const [, , token = '', path = '', input = '{}'] = process.argv;

const { app, port } = await startServer(loadConfig(process.env), {
  log: () => undefined,
  warn: () => undefined,
  error: () => undefined,
});
app.get(DataSource).subscribers.push({
  afterTransactionCommit: () => {
    if (currentRequest()) {
      process.kill(process.pid, 'SIGKILL');
    }
  },
});
const client = new ApiClient(`http://127.0.0.1:${port}`);
client.token = token;
const endpoint = allEndpoints.find((declared) => declared.path === path);
if (!endpoint) {
  throw new Error(`There is no call ${path}.`);
}
await client.send(endpoint, JSON.parse(input) as Record<string, unknown>);
await app.close();
process.exit(0);
