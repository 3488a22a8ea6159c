import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { consoleNamespace, endpoints } from '@clusterdesk/contracts';
import { agentKeyId, agentKeyOf, drawNonce } from '@clusterdesk/contracts/agent-proof';
import { FakeAgent, openAgentSocket } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs, type SpecNode } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call } from '@clusterdesk/tests/server/test-server.js';
import { io, type Socket } from 'socket.io-client';
import { EnrolmentService } from './enrolment.service.js';

let jobs: SpecJobs;
let other: SpecNode;

beforeAll(async () => {
  jobs = await SpecJobs.start();
  other = await jobs.addNode('host-2', 4, 'elsewhere');
});
afterAll(() => jobs.stop());
afterEach(() => jobs.closeAgents());

/** What the server says to a socket first: that it is connected, or why not. */
async function firstWord(socket: Socket): Promise<string> {
  try {
    return await new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error) => resolve(error.message));
    });
  } finally {
    socket.disconnect();
  }
}

it('the token of a browser’s session opens nothing among agents', async () => {
  const shown = { protocol: 2, keyId: agentKeyId(agentKeyOf(jobs.token)), nonce: drawNonce() };
  for (const auth of [{ token: jobs.token }, { ...shown, keyId: jobs.token, nonce: '' }]) {
    expect(await firstWord(openAgentSocket(jobs.server.baseUrl, auth))).toBe('AGENT_PROTOCOL');
  }
  await expect(
    FakeAgent.connect(jobs.server.baseUrl, { nodeId: jobs.node.nodeId, secret: jobs.token }),
  ).rejects.toThrow('does not know this key');
});

it('what an agent has opens nothing among browsers, and no call', async () => {
  const { secret } = jobs.node.credentials;
  const shown = { protocol: 2, keyId: agentKeyId(agentKeyOf(secret)), nonce: drawNonce() };
  for (const auth of [{ token: secret }, { token: shown.keyId }, { token: '', ...shown }]) {
    const socket = io(jobs.server.baseUrl + consoleNamespace, {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    expect(await firstWord(socket)).toBe('SESSION_NOT_SIGNED_IN');
  }
  for (const token of [secret, `Bearer ${secret}`]) {
    const answer = await call(jobs.server.baseUrl, endpoints.cluster.monitorData, {}, { token });
    expect(answer.code).toBe(401);
  }
});

it('a token that is wrong, used or out of time enrols nobody', async () => {
  const enrol = (token: string) => FakeAgent.enrol(jobs.server.baseUrl, token);
  await expect(enrol('a-token-that-nobody-gave')).rejects.toThrow('does not know this key');
  await expect(enrol('enrolment-token-of-host-2'.padEnd(40, '0'))).rejects.toThrow(
    'does not know this key',
  );
  const token = 'enrolment-token-that-is-over';
  await jobs.server.app.get(EnrolmentService).allowEnrolment(other.nodeId, token);
  await jobs.query(`UPDATE node SET enrol_expires_at = now() - interval '1 s' WHERE id = $1`, [
    other.nodeId,
  ]);
  await expect(enrol(token)).rejects.toThrow('does not know this key');
});

it('what an agent says of a job of another node changes nothing', async () => {
  await jobs.connect();
  const foreign = await jobs.connect(other);
  const jobId = await jobs.submit();
  await jobs.dispatch();
  const ref = await jobs.ref(jobId);
  const before = await jobs.job(jobId);
  const data = Buffer.from('not his\n');
  const said = [
    foreign.say('jobs.started', { ...ref, startedAt: Date.now() }, 1_000),
    foreign.say('jobs.output', { ...ref, offset: 0, data }, 1_000),
    foreign.say(
      'jobs.ended',
      { ...ref, endedAt: Date.now(), reason: 'exited', exitCode: 0, outputBytes: 8 },
      1_000,
    ),
  ];
  await Promise.allSettled(said);
  expect(await jobs.job(jobId)).toEqual(before);
  const log = await call(
    jobs.server.baseUrl,
    endpoints.jobs.log,
    { jobId, offset: 0 },
    { token: jobs.token },
  );
  expect(log.result).toMatchObject({ text: '' });
});

it('a message longer than an agent may send ends its connection', async () => {
  const agent = await jobs.connect();
  const gone = new Promise<string>((resolve) => agent.socket.once('disconnect', resolve));
  const samples = Array.from({ length: 2_000 }, () => ({ time: Date.now(), cpu: 1, mem: 1 }));
  const message = agent.sign('node.report-metrics', { samples, padding: 'x'.repeat(2 ** 20) });
  agent.sendRaw('node.report-metrics', message, 5_000).catch(() => undefined);
  expect(await gone).toMatch(/transport/);
});
