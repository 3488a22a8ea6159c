import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { startTestServer, type TestServer } from '@clusterdesk/tests/test-server.js';
import { AppModule } from '../../app.module.js';
import { loadConfig } from '../../config/config.js';
import { TaskWorker } from '../../platform/tasks/task-worker.service.js';
import { WorkerStatus } from './worker-status.service.js';

const token = 'a-token-for-the-metrics';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: token });
});
afterAll(() => server.stop());

/** Over a connection from that address of this host. */
function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

describe('metrics', () => {
  it('are for this host, and hold the pool, the queues and the event loop', async () => {
    const { status, text } = await get(`${server.baseUrl}/metrics`);
    expect(status).toBe(200);
    for (const name of [
      'clusterdesk_database_connections{state="idle"}',
      'clusterdesk_tasks{queue="reconcile",state="waiting"}',
      'clusterdesk_calls_running',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(text).toContain(name);
    }
  });

  it.each([
    [{ 'x-forwarded-for': '203.0.113.5' }, 403],
    [{ 'x-forwarded-for': '127.0.0.1' }, 403],
    [{ forwarded: 'for=203.0.113.5', authorization: 'Bearer another-token-of-some-length' }, 403],
    [{ 'x-forwarded-for': '203.0.113.5', authorization: `Bearer ${token}` }, 200],
  ])('asked through a proxy with %j are answered with %i', async (headers, status) => {
    expect((await get(`${server.baseUrl}/metrics`, headers)).status).toBe(status);
  });
});

describe('a worker', () => {
  it('answers for its health and metrics, and is not ready when it stops', async () => {
    const config = loadConfig({
      DATABASE_URL: server.config.databaseUrl,
      DATA_DIR: server.config.dataDir,
      HOST: '127.0.0.1',
      WORKER_PORT: '0',
    });
    const worker = await NestFactory.createApplicationContext(AppModule.with(config), {
      logger: ['error'],
      abortOnError: false,
    });
    const port = await worker.get(WorkerStatus).listen();
    const url = `http://127.0.0.1:${port}`;
    expect((await get(`${url}/api/health/ready`)).status).toBe(503);
    await worker.get(TaskWorker).start();
    expect((await get(`${url}/api/health/ready`)).status).toBe(200);
    expect((await get(`${url}/metrics`)).text).toContain('clusterdesk_tasks');
    expect((await get(`${url}/other`)).status).toBe(404);
    await worker.get(TaskWorker).stop();
    expect((await get(`${url}/api/health/ready`)).status).toBe(503);
    await worker.close();
  });
});
