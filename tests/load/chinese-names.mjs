/**
 * What names in Chinese cost beside names in ASCII: files into a folder that holds many, by each way of uploading (tus, the form
 * of whole files, the form of chunks), refusing taken names, and "keep both" of names that are taken. Both in turn, 200 files at
 * a time, each into a folder of its own: time and the server's processor time, and their ratios.
 * Usage (built server): node tests/load/chinese-names.mjs [files, default 1000] [files there, default 20000]
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { costOf } from './process-cost.mjs';
import { startServer, time } from './server-run.mjs';

const [count, there] = [1000, 20_000].map((usual, index) =>
  Number(process.argv[2 + index] ?? usual),
);
const connections = 6;
const sliceFiles = 200;
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

/** Does the work for each, as many at once as there are connections. */
async function forEach(indices, action) {
  const left = [...indices];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) {
        await action(index);
      }
    }),
  );
}

const byTus = (indices, nameOf, dir, operation) =>
  forEach(indices, async (index) => {
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

const byForm = (indices, nameOf, dir, operation) =>
  postForm(
    'uploadFolder',
    { dir, operation },
    indices.map((index) => [nameOf(index), content]),
  );

const byChunks = (indices, nameOf, dir, operation) =>
  forEach(indices, (index) =>
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

const server = await startServer({ FILES_DIR: join(work, 'platform') });
const token = await server.signIn();

/** Milliseconds, and those of the server's processor. */
async function measure(action) {
  const before = costOf(server.pid);
  const took = await time(action);
  const after = costOf(server.pid);
  return [took, 1000 * (after.user + after.system - before.user - before.system)];
}

const ratioOf = (one, other) => `${(other / one).toFixed(2)} x`;
try {
  const ways = { tus: byTus, form: byForm, chunks: byChunks };
  for (const [way, upload] of Object.entries(ways)) {
    const folders = Object.keys(scripts).map((script) => `${way}-${script}`);
    const paths = Object.values(scripts).map((nameOf, at) => fill(folders[at], nameOf));
    // Connections that the server closed meanwhile are noticed.
    await sleep(500);
    for (const [what, operation] of Object.entries({ new: '0', 'keep both': '2' })) {
      const sums = Object.values(scripts).map(() => [0, 0]);
      for (let first = 0; first < count; first += sliceFiles) {
        const length = Math.min(sliceFiles, count - first);
        const indices = Array.from({ length }, (_, index) => first + index);
        for (const [at, nameOf] of Object.values(scripts).entries()) {
          const figures = await measure(() =>
            upload(indices, nameOf, `/${folders[at]}`, operation),
          );
          sums[at] = sums[at].map((sum, index) => sum + figures[index]);
        }
      }
      const [[ascii, asciiCpu], [chinese, chineseCpu]] = sums;
      console.log(
        `${`${way}, ${what}`.padEnd(18)} ASCII ${(ascii / count).toFixed(2)} ms a file, Chinese ${(chinese / count).toFixed(2)}: ` +
          `${ratioOf(ascii, chinese)}; of processor ${(asciiCpu / count).toFixed(2)} and ${(chineseCpu / count).toFixed(2)} ms: ${ratioOf(asciiCpu, chineseCpu)}`,
      );
    }
    paths.forEach((path) => rmSync(path, { recursive: true }));
  }
} finally {
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}
