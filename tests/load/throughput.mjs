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
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ageServer } from './ageing.mjs';
import { startNginx } from './nginx-run.mjs';
import { costOf, heapOf } from './process-cost.mjs';
import { percentile, startServer } from './server-run.mjs';

const megabytes = Number(process.argv[2] ?? 1024);
const rounds = Number(process.argv[3] ?? 3);
const ageSeconds = Number(process.argv[4] ?? 180);
const chunkBytes = 20 * 1024 * 1024;
const idleMs = 15_000;
const accelPrefix = '/clusterdesk-files';
const proxySecret = randomBytes(24).toString('hex');
const run = promisify(execFile);
const options = { maxBuffer: 64 * 1024 * 1024 };

const work = mkdtempSync(join(realpathSync(process.env.WORK_DIR ?? tmpdir()), 'clusterdesk-rate-'));
const source = join(work, 'source.bin');
const chunks = join(work, 'chunks');
const sizeBytes = megabytes * 1024 * 1024;
const shell = (command) => execFileSync('sh', ['-c', command], { cwd: work });
const curl = async (...args) =>
  (await run('curl', ['-sS', '--fail-with-body', ...args], options)).stdout;

const measured = new Map();
/** MB a second, all bytes of the file counted; seconds of processor a GB of the process that took or gave them. */
async function measure(name, pids, action) {
  const sum = () =>
    pids
      .map(costOf)
      .reduce((one, { user, system }) => ({ user: one.user + user, system: one.system + system }), {
        user: 0,
        system: 0,
      });
  const [begin, before] = [performance.now(), sum()];
  await action();
  const seconds = (performance.now() - begin) / 1000;
  const after = sum();
  const gb = sizeBytes / 1e9;
  const one = {
    rate: (gb * 1000) / seconds,
    user: (after.user - before.user) / gb,
    system: (after.system - before.system) / gb,
  };
  measured.set(name, [...(measured.get(name) ?? []), one]);
}

const uploadTus = (url, token, name) => sendTus(`${url}/api/uploads`, token, name);

async function sendTus(endpoint, token, name) {
  const metadata = `fileName ${Buffer.from(name).toString('base64')}`;
  const head = await curl(
    ...['-X', 'POST', '-D', '-', '-H', `Authorization: ${token}`, '-H', 'Tus-Resumable: 1.0.0'],
    ...['-H', `Upload-Length: ${sizeBytes}`, '-H', `Upload-Metadata: ${metadata}`],
    endpoint,
  );
  const location = new URL(/^location: (.+)$/im.exec(head)[1].trim(), endpoint).href;
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
  const bare = await startBareTus(join(work, 'bare'));
  try {
    const direct = await startServer({ FILES_DIR: filesDir });
    await compare(direct, { nginx, bare }).finally(() => direct.stop());
    if (nginx) {
      const fronted = await startServer({
        FILES_DIR: filesDir,
        ACCEL_REDIRECT: accelPrefix,
        PROXY_SECRET: proxySecret,
      });
      await compareFronted(fronted, nginx, filesDir).finally(() => fronted.stop());
    }
  } finally {
    bare.stop();
    await nginx?.stop();
  }
  report();
  console.log(notes.join('\n'));
}

const notes = [];
let peakOfOne = 0;

async function startBareTus(folder) {
  mkdirSync(folder);
  const program = join(import.meta.dirname, 'bare-tus.mjs');
  const child = spawn(process.execPath, [program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { url: `${line}/files`, pid: child.pid, folder, stop: () => child.kill('SIGTERM') };
}

async function compare(server, peers) {
  const token = await server.signIn();
  const before = pssOf(server.pid);
  if (ageSeconds > 0) {
    const counts = await ageServer(server, { seconds: ageSeconds, workDir: work });
    notes.push(`aged for ${ageSeconds} s       ${show(counts)}`);
    shell('find files -type f -size +1M -delete');
  }
  notes.push(`heap when aged         ${show(await heapOf(server.url))}`);
  // A server is idle most of the time, and V8 gives memory back then.
  await sleep(idleMs);
  const idle = pssOf(server.pid);
  notes.push(`heap after idling      ${show(await heapOf(server.url))}`);
  const ways = listWays(server, peers, token);
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
  notes.push(`heap at the end        ${show(await heapOf(server.url))}`);
  notes.push(
    `server memory, PSS     fresh ${before.toFixed(0)} MB, aged and idle ${idle.toFixed(0)} MB, one upload ${peakOfOne.toFixed(0)} MB, ` +
      `eight at once ${peaks[0].toFixed(0)} MB by tus, ${peaks[1].toFixed(0)} MB by chunk form`,
  );
}

const show = (numbers) =>
  Object.entries(numbers)
    .map(([name, value]) => `${name} ${Number(value.toFixed(2))}`)
    .join(', ');

/** Every way of writing, with the way of reading that belongs to it; each leaves nothing behind. */
function listWays(server, { nginx, bare }, token) {
  const isSeen = new Set();
  const ofServer = async (label, action) => {
    const before = await heapOf(server.url);
    await measure(label, [server.pid], action);
    const after = await heapOf(server.url);
    const last = measured.get(label).at(-1);
    last.major = after.major - before.major;
    last.minor = after.minor - before.minor;
  };
  const upload = (label, send) => async () => {
    const name = `${send.name}.bin`;
    const peak = await peakDuring(server.pid, () =>
      ofServer(label, () => send(server.url, token, name)),
    );
    peakOfOne = Math.max(peakOfOne, peak);
    const ticket = await ticketFor(server, token, name);
    await ofServer('download', () => curl('-o', '/dev/null', server.url + ticket));
    if (!isSeen.has(name)) {
      isSeen.add(name);
      await checkContent(server, token, [name]);
    }
    await remove(server, token, [name]);
  };
  const put = (label, isSynced) => async () => {
    await measure(label, nginx.pids(), async () => {
      await curl('-T', source, '-H', 'Expect:', `${nginx.url}/put.bin`);
      if (isSynced) {
        shell(`sync ${nginx.root}/put.bin`);
      }
    });
    shell(`sync ${nginx.root}/put.bin`);
    await measure('nginx GET', nginx.pids(), () => curl('-o', '/dev/null', `${nginx.url}/put.bin`));
    shell(`rm ${nginx.root}/put.bin`);
  };
  return [
    upload('upload, tus', uploadTus),
    ...(nginx ? [put('nginx PUT', false)] : []),
    upload('upload, chunk form', uploadChunks),
    async () => {
      await measure('bare tus', [bare.pid], () => sendTus(bare.url, '', 'bare.bin'));
      shell(`rm -f ${bare.folder}/*`);
    },
    upload('the same, fields first', uploadChunksFieldsFirst),
    ...(nginx ? [put('nginx PUT, then sync', true)] : []),
    async () => {
      await measure('cat, then sync', [], () =>
        shell('cat source.bin > copy.bin && sync copy.bin'),
      );
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
    secret: proxySecret,
    // The platform keeps second names of the files being sent here.
    filesDir: join(filesDir, '.staging', 'accel'),
  });
  try {
    await curl('-T', source, '-H', 'Expect:', `${nginx.url}/get.bin`);
    await uploadTus(front.url, token, 'accelerated.bin');
    for (let round = 0; round < rounds; round += 1) {
      await measure('nginx GET', nginx.pids(), () =>
        curl('-o', '/dev/null', `${nginx.url}/get.bin`),
      );
      const ticket = await ticketFor(server, token, 'accelerated.bin');
      await measure('download, X-Accel', [server.pid, ...front.pids()], () =>
        curl('-o', '/dev/null', front.url + ticket),
      );
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
  const median = (name, what) =>
    percentile(
      measured.get(name).map((each) => each[what] ?? 0),
      0.5,
    );
  console.log(
    `${'medians'.padEnd(24)}    MB/s  (range)         user s/GB  system s/GB  whole / young collections`,
  );
  for (const [name, values] of measured) {
    const rates = values.map(({ rate }) => rate);
    const range = `(${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)})`;
    const [user, system] = ['user', 'system'].map((what) => median(name, what).toFixed(2));
    const collections =
      values[0].major === undefined ? '' : `${median(name, 'major')} / ${median(name, 'minor')}`;
    console.log(
      `${name.padEnd(24)} ${median(name, 'rate').toFixed(0).padStart(7)}  ${range.padEnd(16)} ${user.padStart(9)} ${system.padStart(12)}   ${collections}`,
    );
  }
  const synced = 'nginx PUT, then sync';
  for (const [ours, theirs, aim] of [
    ['upload, tus', synced, 0.8],
    ['upload, tus', 'bare tus', 0.9],
    ['upload, chunk form', synced, 0.5],
    ['the same, fields first', synced, 0.5],
    ['download', 'nginx GET', 0.9],
    ['download, X-Accel', 'nginx GET', 0.9],
    ['upload, tus', 'nginx PUT'],
    ['upload, chunk form', 'nginx PUT'],
    ['upload, tus', 'cat, then sync'],
  ].filter(([one, other]) => measured.has(one) && measured.has(other))) {
    const ratio = median(ours, 'rate') / median(theirs, 'rate');
    const aimed = aim === undefined ? '' : `  (aim ${aim})`;
    console.log(`${`${ours} / ${theirs}`.padEnd(46)} ${ratio.toFixed(2)}${aimed}`);
  }
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
