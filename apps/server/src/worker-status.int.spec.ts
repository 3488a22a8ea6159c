import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dispatchJobs } from '@clusterdesk/contracts';
import { NestFactory } from '@nestjs/core';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { AppModule } from './app.module.js';
import { loadConfig } from './config/config.js';
import { WorkerStatus } from './features/operations/health/worker-status.service.js';
import { TaskQueue } from './platform/tasks/task-queue.service.js';
import { TaskWorker } from './platform/tasks/task-worker.service.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const METRICS_TOKEN = 'a-token-for-the-metrics';

async function get(url: string, headers = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, { headers });
  return { status: answer.status, text: await answer.text() };
}

describe('a worker', () => {
  it('answers for its health and metrics, and is not ready when it stops', async () => {
    const config = loadConfig({
      DATABASE_URL: server.config.databaseUrl,
      DATA_DIR: server.config.dataDir,
      HOST: '127.0.0.1',
      WORKER_PORT: '0',
      METRICS_TOKEN,
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
    expect((await get(`${url}/metrics`)).status).toBe(403);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    expect((await get(`${url}/metrics`, headers)).text).toContain('clusterdesk_tasks');
    await worker.get(TaskQueue).add(dispatchJobs, { backend: 'agent' });
    await waitFor('the task to be counted', async () =>
      (await get(`${url}/metrics`, headers)).text.includes(
        `clusterdesk_task_seconds_count{task="${dispatchJobs.name}",outcome="done"} 1`,
      ),
    );
    expect((await get(`${url}/other`)).status).toBe(404);
    await worker.get(TaskWorker).stop();
    expect((await get(`${url}/api/health/ready`)).status).toBe(503);
    await worker.close();
  });
});
