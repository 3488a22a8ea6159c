/**
 * How fast one large file goes up and down, beside what `cat` does with the same file on the same disk, and what nginx
 * does (WebDAV PUT, GET) where it is installed. Everything is measured in turn, in the same run, with the same client.
 * Usage: BASE_URL=http://localhost:8080 LOGIN_NAME=admin PASSWORD=... node tests/load/throughput.mjs [megabytes, default 1024]
 */
import { execFileSync, spawn } from 'node:child_process';
import { constants, createHash, publicEncrypt, randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { BASE_URL = 'http://localhost:8080', LOGIN_NAME, PASSWORD } = process.env;
const megabytes = Number(process.argv[2] ?? 1024);
const rounds = 3;
const MB = 1_000_000;
const blockBytes = 1024 * 1024;

if (!LOGIN_NAME || !PASSWORD || !(megabytes > 0)) {
  console.error('Give BASE_URL, LOGIN_NAME and PASSWORD; the argument is a size in megabytes.');
  process.exit(2);
}

/** Not below /tmp if that is memory: WORK_DIR should lie on the disk of FILES_DIR. */
const work = mkdtempSync(join(process.env.WORK_DIR ?? tmpdir(), 'clusterdesk-throughput-'));
const source = join(work, 'source.bin');
const sizeBytes = megabytes * blockBytes;

function makeSource() {
  const file = openSync(source, 'w');
  for (let written = 0; written < sizeBytes; written += blockBytes) {
    writeSync(file, randomBytes(blockBytes));
  }
  fsyncSync(file);
  closeSync(file);
}

/** Sends one HTTP request; resolves when the answer has been read to its end. */
function send(method, url, headers, body, onData) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (answer) => {
      const chunks = [];
      answer.on('data', onData ?? ((chunk) => chunks.push(chunk)));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (answer.statusCode >= 300) {
          reject(new Error(`${method} ${url.pathname}: ${answer.statusCode} ${text}`));
        } else {
          resolve({ headers: answer.headers, text });
        }
      });
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    if (body?.pipe) {
      body.pipe(outgoing);
    } else {
      outgoing.end(body);
    }
  });
}

async function call(method, path, token, body) {
  const { text } = await send(
    method,
    new URL(`/api${path}`, BASE_URL),
    { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body && JSON.stringify(body),
  );
  const envelope = JSON.parse(text);
  if (!envelope.success) {
    throw new Error(`${path}: ${envelope.message}`);
  }
  return envelope.result;
}

async function signIn() {
  const { publicKey } = await call('GET', '/active/getSystemPublicConfigs');
  const password = publicEncrypt(
    { key: publicKey, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING },
    Buffer.from(PASSWORD),
  ).toString('base64');
  return (await call('POST', '/user/info/login', null, { loginName: LOGIN_NAME, password })).token;
}

const readSource = () => createReadStream(source, { highWaterMark: 512 * 1024 });

async function upload(token, name) {
  const tus = { authorization: token, 'Tus-Resumable': '1.0.0' };
  const metadata = `fileName ${Buffer.from(name).toString('base64')}`;
  const created = await send('POST', new URL('/api/uploads', BASE_URL), {
    ...tus,
    'Upload-Length': sizeBytes,
    'Upload-Metadata': metadata,
    'Content-Length': 0,
  });
  await send(
    'PATCH',
    new URL(created.headers.location, BASE_URL),
    {
      ...tus,
      'Upload-Offset': 0,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': sizeBytes,
    },
    readSource(),
  );
}

async function download(token, name, onData) {
  const path = await call('POST', '/user/info/getDownloadFilePath', token, { paths: [`/${name}`] });
  const url = new URL('/api/user/info/download', BASE_URL);
  url.searchParams.set('path', path);
  await send('GET', url, {}, undefined, onData);
}

/** @returns the address of an nginx serving and taking files in a folder, or null where there is none. */
async function startNginx() {
  const binary = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync);
  if (!binary) {
    return null;
  }
  const port = await freePort();
  const folder = join(work, 'nginx');
  mkdirSync(join(folder, 'files'), { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; daemon off;
     events {}
     http { access_log off; sendfile on; client_max_body_size 0; ${temporary}
       server { listen 127.0.0.1:${port}; root ${folder}/files; location / { dav_methods PUT; } } }`,
  );
  const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await sleep(500);
  if (child.exitCode !== null) {
    return null;
  }
  return { url: new URL(`http://127.0.0.1:${port}/file.bin`), stop: () => child.kill('SIGQUIT') };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function secondsOf(run) {
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
}

/** The best of the rounds: other work on the machine only ever makes things slower. */
const best = new Map();
async function measure(name, run) {
  const rate = sizeBytes / MB / (await secondsOf(run));
  best.set(name, Math.max(rate, best.get(name) ?? 0));
}

const shell = (command) => execFileSync('sh', ['-c', command], { cwd: work });
const nothing = () => undefined;

async function main() {
  makeSource();
  const token = await signIn();
  const nginx = await startNginx();
  const names = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const name = `throughput-${Date.now()}.bin`;
      await measure('cat, then fsync', () => shell('cat source.bin > copy.bin && sync copy.bin'));
      shell('rm copy.bin');
      if (nginx) {
        await measure('nginx PUT (no fsync)', () =>
          send('PUT', nginx.url, { 'Content-Length': sizeBytes }, readSource()),
        );
      }
      names.push(name);
      await measure('upload (tus, fsync)', () => upload(token, name));
      await measure('cat to nowhere', () => shell('cat source.bin > /dev/null'));
      if (nginx) {
        await measure('nginx GET', () => send('GET', nginx.url, {}, undefined, nothing));
      }
      await measure('download', () => download(token, name, nothing));
    }
    await checkContent(token, names[0]);
  } finally {
    nginx?.stop();
    await call('POST', '/user/info/dir/delete', token, { paths: names.map((name) => `/${name}`) });
  }
  report(Boolean(nginx));
}

/** Speed that loses bytes is none. */
async function checkContent(token, name) {
  const [sent, received] = [createHash('sha256'), createHash('sha256')];
  for await (const chunk of readSource()) {
    sent.update(chunk);
  }
  await download(token, name, (chunk) => received.update(chunk));
  if (sent.digest('hex') !== received.digest('hex')) {
    throw new Error('What came back is not what was sent.');
  }
}

function report(hasNginx) {
  for (const [name, rate] of best) {
    console.log(`${name.padEnd(22)} ${rate.toFixed(0).padStart(6)} MB/s`);
  }
  const ratio = (ours, theirs) => (best.get(ours) / best.get(theirs)).toFixed(2);
  console.log(`upload / cat+fsync     ${ratio('upload (tus, fsync)', 'cat, then fsync')}`);
  console.log(`download / cat         ${ratio('download', 'cat to nowhere')}`);
  if (hasNginx) {
    console.log(`upload / nginx PUT     ${ratio('upload (tus, fsync)', 'nginx PUT (no fsync)')}`);
    console.log(`download / nginx GET   ${ratio('download', 'nginx GET')}`);
  } else {
    console.log('nginx is not installed: not compared.');
  }
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
