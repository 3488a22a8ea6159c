/**
 * How fast one large file goes up (tus; the 20 MB chunk form) and down (from Node; through nginx by X-Accel-Redirect),
 * beside nginx (WebDAV PUT, GET) and `cat` on the same disk. Everything in turn, in the same run, by curl; medians. Each
 * round begins with another one, and each file is removed before the next comes: what writes first finds memory that was
 * just given back, what writes third waits for the machine to find some (a factor of three was seen).
 * The platform flushes an upload to disk before it says that it has it; nginx does not, so nginx is also measured with a
 * `sync` of the file behind the PUT. Beside it the server's memory: before, and its peak with 8 uploads at once.
 * Usage (built server): node tests/load/throughput.mjs [megabytes, default 1024] [rounds, default 3]
 * WORK_DIR (default: the temporary folder) should not lie in memory.
 */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startNginx } from './nginx-run.mjs';
import { percentile, startServer } from './server-run.mjs';

const megabytes = Number(process.argv[2] ?? 1024);
const rounds = Number(process.argv[3] ?? 3);
const chunkBytes = 20 * 1024 * 1024;
const idleMs = 15_000;
const accelPrefix = '/clusterdesk-files';
const run = promisify(execFile);
const options = { maxBuffer: 64 * 1024 * 1024 };

const work = mkdtempSync(join(realpathSync(process.env.WORK_DIR ?? tmpdir()), 'clusterdesk-rate-'));
const source = join(work, 'source.bin');
const chunks = join(work, 'chunks');
const sizeBytes = megabytes * 1024 * 1024;
const shell = (command) => execFileSync('sh', ['-c', command], { cwd: work });
const curl = async (...args) =>
  (await run('curl', ['-sS', '--fail-with-body', ...args], options)).stdout;

const rates = new Map();
/** MB a second, all bytes of the file counted. */
async function measure(name, action) {
  const begin = performance.now();
  await action();
  const rate = sizeBytes / 1e6 / ((performance.now() - begin) / 1000);
  rates.set(name, [...(rates.get(name) ?? []), rate]);
}

async function uploadTus(url, token, name) {
  const metadata = `fileName ${Buffer.from(name).toString('base64')}`;
  const head = await curl(
    ...['-X', 'POST', '-D', '-', '-H', `Authorization: ${token}`, '-H', 'Tus-Resumable: 1.0.0'],
    ...['-H', `Upload-Length: ${sizeBytes}`, '-H', `Upload-Metadata: ${metadata}`],
    `${url}/api/uploads`,
  );
  const location = new URL(/^location: (.+)$/im.exec(head)[1].trim(), url).href;
  await curl(
    ...['-X', 'PATCH', '-T', source, '-H', 'Expect:', '-H', `Authorization: ${token}`],
    ...['-H', 'Tus-Resumable: 1.0.0', '-H', 'Upload-Offset: 0'],
    ...['-H', 'Content-Type: application/offset+octet-stream', location],
  );
}

/** One curl for all chunks, on one connection, fields in the documented order: the file comes before what says where it goes. */
const uploadChunks = (url, token, name) => sendChunks(url, token, name, false);
const uploadChunksFieldsFirst = (url, token, name) => sendChunks(url, token, name, true);

async function sendChunks(url, token, name, hasFieldsFirst) {
  const parts = readdirSync(chunks).sort();
  const calls = parts.flatMap((part, index) => [
    ...(index === 0 ? [] : ['--next']),
    ...['-sS', '--fail-with-body', '-H', `Authorization: ${token}`, '-H', 'Expect:'],
    ...['-F', 'operation=0', '-F', 'fileDir=/'],
    ...(hasFieldsFirst ? [] : ['-F', `file=@${join(chunks, part)}`]),
    ...['-F', 'suffix=bin', '-F', `shardIndex=${index + 1}`, '-F', `shardSize=${chunkBytes}`],
    ...['-F', `shardTotal=${parts.length}`, '-F', `size=${sizeBytes}`, '-F', `key=${name}`],
    ...['-F', 'path=/', '-F', `fileName=${name}`],
    ...(hasFieldsFirst ? ['-F', `file=@${join(chunks, part)}`] : []),
    `${url}/api/user/info/uploadFile`,
  ]);
  const { stdout } = await run('curl', calls, options);
  if (!stdout.includes('"complete":true') || stdout.includes('"success":false')) {
    throw new Error(`The chunk form failed: ${stdout.slice(-500)}`);
  }
}

async function ticketFor(server, token, name) {
  const path = await server.call('/user/info/getDownloadFilePath', { paths: [`/${name}`] }, token);
  return `/api/user/info/download?path=${encodeURIComponent(path)}`;
}

const pssOf = (pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;

/** The highest memory of a process, in MB, while something runs. */
async function peakDuring(pid, action) {
  let peak = pssOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, pssOf(pid))), 100);
  try {
    await action();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

/** Speed that loses bytes is none. */
async function hashOf(stream) {
  const hash = createHash('sha256');
  for await (const chunk of stream) {
    hash.update(chunk);
  }
  return hash.digest('hex');
}

async function main() {
  shell(`head -c ${sizeBytes} /dev/urandom > source.bin && mkdir chunks && sync source.bin`);
  shell(`split -b ${chunkBytes} -d -a 4 source.bin chunks/part-`);
  const filesDir = join(work, 'files');
  const nginx = await startNginx(join(work, 'nginx'));
  try {
    const direct = await startServer({ FILES_DIR: filesDir });
    await compare(direct, nginx).finally(() => direct.stop());
    if (nginx) {
      const fronted = await startServer({ FILES_DIR: filesDir, ACCEL_REDIRECT: accelPrefix });
      await compareFronted(fronted, nginx, filesDir).finally(() => fronted.stop());
    }
  } finally {
    await nginx?.stop();
  }
  report();
  console.log(memory);
}

let memory = '';
let peakOfOne = 0;

async function compare(server, nginx) {
  const token = await server.signIn();
  const before = pssOf(server.pid);
  // A server is idle most of the time, and V8 gives memory back then.
  await sleep(idleMs);
  const ways = listWays(server, nginx, token);
  for (let turn = 0; turn < rounds * ways.length; turn += 1) {
    // Each round begins one further.
    const way = (turn + Math.floor(turn / ways.length)) % ways.length;
    await ways[way]();
  }
  let peaks = [];
  for (const upload of [uploadTus, uploadChunks]) {
    const names = Array.from({ length: 8 }, (_, index) => `${upload.name}-${index}.bin`);
    const peak = await peakDuring(server.pid, () =>
      Promise.all(names.map((name) => upload(server.url, token, name))),
    );
    await remove(server, token, names);
    peaks = [...peaks, peak];
  }
  memory =
    `server memory, PSS     before ${before.toFixed(0)} MB, one upload ${peakOfOne.toFixed(0)} MB, ` +
    `eight at once ${peaks[0].toFixed(0)} MB by tus, ${peaks[1].toFixed(0)} MB by chunk form`;
}

/** Every way of writing, with the way of reading that belongs to it; each leaves nothing behind. */
function listWays(server, nginx, token) {
  const isSeen = new Set();
  const upload = (label, send) => async () => {
    const name = `${send.name}.bin`;
    const peak = await peakDuring(server.pid, () =>
      measure(label, () => send(server.url, token, name)),
    );
    peakOfOne = Math.max(peakOfOne, peak);
    const ticket = await ticketFor(server, token, name);
    await measure('download', () => curl('-o', '/dev/null', server.url + ticket));
    if (!isSeen.has(name)) {
      isSeen.add(name);
      await checkContent(server, token, [name]);
    }
    await remove(server, token, [name]);
  };
  const put = (label, isSynced) => async () => {
    await measure(label, async () => {
      await curl('-T', source, '-H', 'Expect:', `${nginx.url}/put.bin`);
      if (isSynced) {
        shell(`sync ${nginx.root}/put.bin`);
      }
    });
    shell(`sync ${nginx.root}/put.bin`);
    await measure('nginx GET', () => curl('-o', '/dev/null', `${nginx.url}/put.bin`));
    shell(`rm ${nginx.root}/put.bin`);
  };
  return [
    upload('upload, tus', uploadTus),
    ...(nginx ? [put('nginx PUT', false)] : []),
    upload('upload, chunk form', uploadChunks),
    upload('the same, fields first', uploadChunksFieldsFirst),
    ...(nginx ? [put('nginx PUT, then sync', true)] : []),
    async () => {
      await measure('cat, then sync', () => shell('cat source.bin > copy.bin && sync copy.bin'));
      shell('rm copy.bin');
    },
  ];
}

/** For good: what the platform leaves for its worker, which does not run here, goes too. */
async function remove(server, token, names) {
  await server.call('/user/info/dir/delete', { paths: names.map((name) => `/${name}`) }, token);
  await server.call('/user/info/trash/empty', {}, token);
  shell('find files -type f -size +1M -delete');
}

/** The platform behind an nginx that sends the bytes itself. */
async function compareFronted(server, nginx, filesDir) {
  const token = await server.signIn();
  const front = await startNginx(join(work, 'front'), {
    upstream: server.url,
    prefix: accelPrefix,
    // The platform keeps second names of the files being sent here.
    filesDir: join(filesDir, '.staging', 'accel'),
  });
  try {
    await curl('-T', source, '-H', 'Expect:', `${nginx.url}/get.bin`);
    await uploadTus(front.url, token, 'accelerated.bin');
    for (let round = 0; round < rounds; round += 1) {
      await measure('nginx GET', () => curl('-o', '/dev/null', `${nginx.url}/get.bin`));
      const ticket = await ticketFor(server, token, 'accelerated.bin');
      await measure('download, X-Accel', () => curl('-o', '/dev/null', front.url + ticket));
    }
  } finally {
    await front.stop();
  }
}

async function checkContent(server, token, names) {
  const sent = await hashOf(createReadStream(source));
  for (const name of names) {
    const answer = await fetch(server.url + (await ticketFor(server, token, name)));
    if ((await hashOf(answer.body)) !== sent) {
      throw new Error(`What came back of ${name} is not what was sent.`);
    }
  }
}

function report() {
  const median = (name) => percentile(rates.get(name), 0.5);
  for (const [name, values] of rates) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    console.log(
      `${name.padEnd(22)} ${median(name).toFixed(0).padStart(6)} MB/s  (${low.toFixed(0)} to ${high.toFixed(0)})`,
    );
  }
  for (const [ours, theirs] of [
    ['upload, tus', 'nginx PUT'],
    ['upload, tus', 'nginx PUT, then sync'],
    ['upload, tus', 'cat, then sync'],
    ['upload, chunk form', 'nginx PUT'],
    ['upload, chunk form', 'nginx PUT, then sync'],
    ['the same, fields first', 'nginx PUT'],
    ['the same, fields first', 'nginx PUT, then sync'],
    ['download', 'nginx GET'],
    ['download, X-Accel', 'nginx GET'],
  ].filter(([ours, theirs]) => rates.has(ours) && rates.has(theirs))) {
    console.log(
      `${`${ours} / ${theirs}`.padEnd(44)} ${(median(ours) / median(theirs)).toFixed(2)}`,
    );
  }
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
