import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { uploadsPath } from '@clusterdesk/contracts';
import { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform } from '../support/platform/platform.js';

jest.setTimeout(180_000);

const piece = Buffer.alloc(1024 * 1024, 'x');
const uploadsAtOnce = 8;
const uploadMb = 64;
const metricsToken = 'a-token-for-the-metrics';

/** As the launcher starts it, with the flags of V8 that belong to it. */
describe('a server through which many bytes have passed', () => {
  let platform: TestPlatform;
  let token: string;

  beforeAll(async () => {
    platform = await TestPlatform.start({ env: { METRICS_TOKEN: metricsToken } });
    const admin = new ApiClient(platform.url);
    await admin.signIn('admin', TestPlatform.adminPassword);
    token = admin.token ?? '';
  });

  afterAll(async () => platform.stop());

  /** Whole collections of the heap since the start, by the server's own metrics. */
  async function countCollections(): Promise<number> {
    const headers = { Authorization: `Bearer ${metricsToken}` };
    const metrics = await (await fetch(`${platform.url}/metrics`, { headers })).text();
    return Number(
      /nodejs_gc_duration_seconds_count\{kind="major"[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0,
    );
  }

  async function upload(name: string): Promise<void> {
    const headers = { Authorization: token, 'Tus-Resumable': '1.0.0' };
    const created = await fetch(platform.url + uploadsPath, {
      method: 'POST',
      headers: {
        ...headers,
        'Upload-Length': String(uploadMb * piece.length),
        'Upload-Metadata': `fileName ${Buffer.from(name).toString('base64')}`,
      },
    });
    expect(created.status).toBe(201);
    const outgoing = request(new URL(created.headers.get('location') ?? '', platform.url), {
      method: 'PATCH',
      headers: {
        ...headers,
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': uploadMb * piece.length,
      },
    });
    const answered = once(outgoing, 'response');
    for (let sent = 0; sent < uploadMb; sent += 1) {
      if (!outgoing.write(piece)) {
        await once(outgoing, 'drain');
      }
    }
    outgoing.end();
    const [answer] = (await answered) as [{ statusCode: number; resume: () => void }];
    answer.resume();
    expect(answer.statusCode).toBe(204);
  }

  const uploadMany = (round: string): Promise<unknown> =>
    Promise.all(
      Array.from({ length: uploadsAtOnce }, (_, index) => upload(`${round}-${index}.bin`)),
    );

  test('does not collect its whole heap for each few of them', async () => {
    // The first collections end the room that V8 gives to a young heap.
    await uploadMany('ageing');
    const before = await countCollections();
    await uploadMany('measured');
    // 512 MB: six with the limit that V8 sets by itself.
    expect((await countCollections()) - before).toBeLessThanOrEqual(2);
  });
});
