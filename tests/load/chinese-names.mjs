/**
 * What names in Chinese cost beside names in ASCII: files into a folder that holds many, by each way of uploading (tus, the form
 * of whole files, the form of chunks), refusing taken names, and "keep both" of names that are taken. Each pair in turn, in the
 * same run, each into a folder of its own; medians of the rounds, and their ratio.
 * Usage (built server): node tests/load/chinese-names.mjs [files, default 1000] [files there, default 20000] [rounds, default 3]
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, startServer, time } from './server-run.mjs';

const [count, there, rounds] = [1000, 20_000, 3].map((usual, index) =>
  Number(process.argv[2 + index] ?? usual),
);
const connections = 6;
const batchFiles = 200;
const content = 'of a kilobyte or so '.repeat(50);
const work = mkdtempSync(
  join(realpathSync(process.env.WORK_DIR ?? tmpdir()), 'clusterdesk-names-'),
);

/** Some of these signs have compatibility twins (U+F900 and on), as one in twelve of any text in Chinese. */
const scripts = {
  ascii: (index) => `single cell sequencing sample batch 12 no ${index}.txt`,
  chinese: (index) => `单细胞测序样本处理结果-第12批次-不同参数-${index}.txt`,
};

async function expectOk(answer) {
  const text = await answer.text();
  const isRefused =
    !answer.ok ||
    (text.startsWith('{') && JSON.parse(text).result?.files?.some(({ path }) => path === null));
  if (isRefused) {
    throw new Error(`${answer.status} ${text.slice(0, 500)}`);
  }
}

/** Does the work for each index, as many at once as there are connections. */
async function forEach(total, action) {
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < total) {
        next += 1;
        await action(next - 1);
      }
    }),
  );
}

const byTus = (nameOf, dir, operation) =>
  forEach(count, async (index) => {
    const entries = { dir, fileName: nameOf(index), operation };
    const metadata = Object.entries(entries)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    await expectOk(
      await fetch(`${server.url}/api/uploads`, {
        method: 'POST',
        headers: {
          authorization: token,
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(content.length),
          'Upload-Metadata': metadata,
          'Content-Type': 'application/offset+octet-stream',
        },
        body: content,
      }),
    );
  });

async function postForm(call, fields, files) {
  const form = new FormData();
  Object.entries(fields).forEach(([name, value]) => form.set(name, String(value)));
  files.forEach(([name, file]) => form.append('file', new Blob([file]), name));
  await expectOk(
    await fetch(`${server.url}/api/user/info/${call}`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    }),
  );
}

const byForm = (nameOf, dir, operation) =>
  forEach(Math.ceil(count / batchFiles), (batch) =>
    postForm(
      'uploadFolder',
      { dir, operation },
      Array.from({ length: Math.min(batchFiles, count - batch * batchFiles) }, (_, index) => [
        nameOf(batch * batchFiles + index),
        content,
      ]),
    ),
  );

const byChunks = (nameOf, dir, operation) =>
  forEach(count, (index) =>
    postForm(
      'uploadFile',
      {
        dir,
        operation,
        key: randomUUID(),
        fileName: nameOf(index),
        shardIndex: 1,
        shardSize: content.length,
        shardTotal: 1,
        size: content.length,
      },
      [['blob', content]],
    ),
  );

/** A folder in which others lie already, named alike. */
function fill(folder, nameOf) {
  const path = join(work, 'platform/home/admin', folder);
  mkdirSync(path, { recursive: true });
  for (let index = 0; index < there; index += 1) {
    writeFileSync(join(path, nameOf(count + index)), '');
  }
  return path;
}

const times = new Map();
const server = await startServer({ FILES_DIR: join(work, 'platform') });
const token = await server.signIn();
try {
  const ways = { tus: byTus, form: byForm, chunks: byChunks };
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, upload] of Object.entries(ways)) {
      for (const [script, nameOf] of Object.entries(scripts)) {
        const folder = `${way}-${script}-${round}`;
        const path = fill(folder, nameOf);
        // Connections that the server closed meanwhile are noticed.
        await sleep(500);
        for (const [what, operation] of Object.entries({ new: '0', 'keep both': '2' })) {
          const took = await time(() => upload(nameOf, `/${folder}`, operation));
          const row = `${way}, ${what}`;
          const held = times.get(row) ?? { ascii: [], chinese: [] };
          held[script].push(took);
          times.set(row, held);
        }
        rmSync(path, { recursive: true });
      }
    }
  }
} finally {
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}
for (const [row, { ascii, chinese }] of times) {
  const [one, other] = [ascii, chinese].map((values) => percentile(values, 0.5));
  console.log(
    `${row.padEnd(20)} ASCII ${(one / count).toFixed(2)} ms a file, Chinese ${(other / count).toFixed(2)}: ${(other / one).toFixed(2)} x`,
  );
}
