/**
 * What the agent costs: memory (PSS and private) and processor time against a bare Socket.IO server, with a bare
 * `node -e` measured beside it in the same run, and Debian's prometheus-node-exporter, asked for its metrics as often as the
 * agent reports, where it is installed. Usage: node tests/load/agent-cost.mjs [seconds, default 30]
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Server } from 'socket.io';
import { loadTypescript } from '../support/jest/load-typescript.mjs';
import { findFreePort } from './server-run.mjs';

const { AgentHandshakeKeys, agentKeyOf, AgentSigner, drawNonce } = await loadTypescript(
  'libs/contracts/src/agents/agent-proof.ts',
);

const bundle = fileURLToPath(new URL('../../agent/dist/agent.cjs', import.meta.url));
const seconds = Number(process.argv[2] ?? 30);
const settleMs = 5_000;
const reportMs = 2_000;
const ticksPerSecond = 100;
const secret = 'secret';

/** Kilobytes out of smaps_rollup. */
function memoryOf(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = (name) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1] ?? NaN);
  return {
    pss: kilobytes('Pss'),
    private: kilobytes('Private_Clean') + kilobytes('Private_Dirty'),
  };
}

/** Processor ticks of a process, its ended children included. */
function ticksOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** A server that answers everything an agent says; counts the samples. */
async function startServer() {
  const http = createServer();
  const counts = { samples: 0, bytes: 0 };
  const io = new Server(http);
  io.of('/agent').on('connection', (socket) => {
    socket.conn.on('packet', (packet) => (counts.bytes += packet.data?.length ?? 0));
    const nonce = drawNonce();
    const keys = new AgentHandshakeKeys(agentKeyOf(secret), socket.handshake.auth, nonce);
    const signer = new AgentSigner('server', keys.sessionKey());
    const on = (event, take) =>
      socket.on(event, (message, answer) => {
        const reply = take(signer.open(event, message));
        answer(signer.signAnswer(event, message.number, reply));
      });
    on('node.hello', () => ({ nodeId: 'node', reportMs, jobs: [] }));
    on('node.report-metrics', (report) => {
      counts.samples += report.samples.length;
      return {};
    });
    socket.emit('node.challenge', { nonce, proof: keys.proofOf('server') }, () => undefined);
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { counts, url: `http://127.0.0.1:${http.address().port}`, close: () => io.close() };
}

/** The exporter and who asks it; null where it is not installed. */
async function startExporter() {
  const port = await findFreePort();
  const address = `127.0.0.1:${port}`;
  const child = spawn('prometheus-node-exporter', [`--web.listen-address=${address}`], {
    stdio: 'ignore',
  });
  const isThere = await new Promise((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
  if (!isThere) {
    return null;
  }
  const counts = { scrapes: 0, bytes: 0 };
  const timer = setInterval(async () => {
    const answer = await fetch(`http://${address}/metrics`).catch(() => null);
    if (answer?.ok) {
      counts.bytes += (await answer.text()).length;
      counts.scrapes += 1;
    }
  }, reportMs);
  const stop = () => {
    clearInterval(timer);
    child.kill();
  };
  return { pid: child.pid, counts, stop };
}

/** Prints what a process has cost between two readings of its ticks. */
function tell(name, pid, ticks, took) {
  const { pss, private: own } = memoryOf(pid);
  const share = ticks / ticksPerSecond / took;
  console.log(
    `${name.padEnd(14)} PSS ${megabytes(pss)}, private ${megabytes(own)}, ` +
      `${(share * 100).toFixed(2)} % of a core, ${(share * 3_600).toFixed(1)} CPU seconds an hour`,
  );
}

const megabytes = (kilobytes) => `${(kilobytes / 1024).toFixed(1)} MB`;

if (!existsSync(bundle)) {
  console.error('agent/dist/agent.cjs is missing: build it first (npm run build -w agent)');
  process.exit(2);
}
const stateDir = mkdtempSync(join(tmpdir(), 'clusterdesk-agent-cost-'));
writeFileSync(join(stateDir, 'credentials.json'), JSON.stringify({ nodeId: 'node', secret }));
const server = await startServer();
const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'], { stdio: 'ignore' });
const agent = spawn(process.execPath, [bundle], {
  stdio: 'ignore',
  env: {
    PATH: process.env.PATH,
    AGENT_SERVER: server.url,
    AGENT_STATE_DIR: stateDir,
    AGENT_SERVICE_UID: '65534',
    AGENT_SERVICE_GID: '65534',
  },
});
const exporter = await startExporter();
try {
  await sleep(settleMs);
  const pids = {
    agent: agent.pid,
    'bare node': bare.pid,
    ...(exporter && { exporter: exporter.pid }),
  };
  const begin = performance.now();
  const before = Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => [name, ticksOf(pid)]),
  );
  const said = { ...server.counts };
  await sleep(seconds * 1000);
  const took = (performance.now() - begin) / 1000;
  const samples = server.counts.samples - said.samples;
  if (samples === 0 || exporter?.counts.scrapes === 0) {
    throw new Error('the agent reported nothing, or the exporter answered nothing');
  }
  for (const [name, pid] of Object.entries(pids)) {
    tell(name, pid, ticksOf(pid) - before[name], took);
  }
  console.log(
    `${samples} samples of the agent in ${took.toFixed(0)} s, ${((server.counts.bytes - said.bytes) / samples).toFixed(0)} bytes each`,
  );
  if (exporter) {
    const { scrapes, bytes } = exporter.counts;
    console.log(`${scrapes} answers of the exporter, ${(bytes / scrapes).toFixed(0)} bytes each`);
  } else {
    console.log('prometheus-node-exporter is not installed');
  }
} finally {
  agent.kill();
  bare.kill();
  exporter?.stop();
  await server.close();
  rmSync(stateDir, { recursive: true, force: true });
}
