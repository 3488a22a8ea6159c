import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { createTestDatabase } from '@clusterdesk/tests/server/test-database.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { loadConfig } from './config/config.js';
import { drainServer, startServer } from './server.js';

it('refuses what is new while it waits for what is under way, and hears whoever it has taken', async () => {
  Logger.overrideLogger(['error', 'fatal']);
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'clusterdesk-stopping-'));
  const server = await startServer(
    loadConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ADMIN_PASSWORD: 'admin-pass-1',
      STOP_TIMEOUT_MS: '20000',
    }),
    new Logger(),
  );
  const path = `/api${endpoints.operations.publicConfigs.path}`;
  const ask = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { connection: 'close' } });

  // Half of a call: it is under way until its caller gives up.
  const slow = connect(server.port, '127.0.0.1');
  slow.write(
    `POST /api${endpoints.sessions.login.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  await ask();
  const drained = drainServer(server.app);
  const refused = await waitFor('a refusal', async () => {
    const answer = await ask();
    return answer.status === 503 && answer;
  });
  expect(refused.headers.get('retry-after')).toBe('3');
  expect(await refused.json()).toMatchObject({ code: 503, result: { error: 'SERVER_STOPPING' } });

  // What cannot be told apart from a call that was cut off: it has been taken, and its request is on the way.
  const late = connect(server.port, '127.0.0.1');
  await once(late, 'connect');
  await ask();
  slow.destroy();
  await waitFor('its sockets to close', () =>
    ask().then(
      () => false,
      () => true,
    ),
  );
  late.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await text(late)).toMatch(/^HTTP\/1.1 503 /);
  await drained;

  await server.app.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
