import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import {
  type AgentChallenge,
  type AgentProof,
  endpoints,
  type SignedMessage,
} from '@clusterdesk/contracts';
import {
  AgentHandshakeKeys,
  agentKeyId,
  agentKeyOf,
  AgentSigner,
  drawNonce,
} from '@clusterdesk/contracts/agent-proof';
import {
  type AgentSocket,
  FakeAgent,
  type FakeCredentials,
  fakeHello,
  openAgentSocket,
} from '@clusterdesk/tests/wire/fake-agent.js';
import { call, startTestServer } from '@clusterdesk/tests/server/test-server.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Timings } from '../../../platform/timings.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { EnrolmentService } from './enrolment.service.js';
import { NodeRepository } from '../node.repository.js';
import { AgentHandshakeService } from './agent-handshake.service.js';

let jobs: SpecJobs;
const opened: AgentSocket[] = [];

beforeAll(async () => {
  jobs = await SpecJobs.start();
});
afterAll(() => jobs.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  opened.splice(0).forEach((socket) => socket.disconnect());
  await jobs.closeAgents();
});

/** What an agent shows that has the key of this secret. */
const show = (secret: string, nonce = drawNonce()) => ({
  protocol: 2,
  keyId: agentKeyId(agentKeyOf(secret)),
  nonce,
});

/** Connects by what is shown, and waits for the server's challenge. */
async function challenged(shown: ReturnType<typeof show>, baseUrl = jobs.server.baseUrl) {
  const socket = openAgentSocket(baseUrl, shown);
  opened.push(socket);
  const heard: string[] = [];
  socket.onAny((event: string) => heard.push(event));
  const gone = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  const [challenge, answer] = await new Promise<[AgentChallenge, (reply: AgentProof) => void]>(
    (resolve) => socket.once('node.challenge', (...said) => resolve(said)),
  );
  const keysOf = (secret: string) =>
    new AgentHandshakeKeys(agentKeyOf(secret), shown, challenge.nonce);
  return { socket, challenge, answer, gone, heard, keysOf };
}

const isReachable = (): Promise<boolean> =>
  jobs.server.app.get(NodeRepository).isReachable(jobs.node.nodeId);

describe('who connects as an agent', () => {
  it('is shown a proof that only who has the key can read, known or not', async () => {
    const { secret } = jobs.node.credentials;
    const known = await challenged(show(secret));
    expect(known.challenge.proof).toBe(known.keysOf(secret).proofOf('server'));
    const unknown = await challenged(show('a guess'));
    expect(Object.keys(unknown.challenge)).toEqual(Object.keys(known.challenge));
    expect(unknown.challenge.proof).not.toBe(unknown.keysOf('a guess').proofOf('server'));
    // Both end alike.
    known.answer({ proof: unknown.keysOf('a guess').proofOf('agent') });
    unknown.answer({ proof: unknown.keysOf('a guess').proofOf('agent') });
    expect(await known.gone).toBe(await unknown.gone);
    expect(known.heard).toEqual(['node.challenge']);
  });

  it('cannot come in with the proof of an earlier connection, or with the server’s own', async () => {
    const { secret } = jobs.node.credentials;
    const shown = show(secret);
    const first = await challenged(shown);
    const proof = first.keysOf(secret).proofOf('agent');
    first.answer({ proof });
    const again = await challenged(shown);
    again.answer({ proof });
    expect(await again.gone).toBe('io server disconnect');
    const mirror = await challenged(shown);
    mirror.answer({ proof: mirror.challenge.proof });
    expect(await mirror.gone).toBe('io server disconnect');
    expect(await isReachable()).toBe(false);
  });

  it('is not listened to before, and is no agent of the node', async () => {
    const newcomer = await challenged(show(jobs.node.credentials.secret));
    const { agents } = jobs.server.app.get(Realtime);
    const [held] = [...agents.sockets.values()];
    expect([...held!.rooms]).toEqual([held!.id]);
    newcomer.socket.emit(
      'node.hello',
      { number: 1, body: '{}', mac: 'A'.repeat(43) },
      () => undefined,
    );
    expect(await newcomer.gone).toBe('io server disconnect');
    expect(await isReachable()).toBe(false);
  });

  it('has ten seconds for it', async () => {
    expect(new Timings().nodes.proveMs).toBe(10_000);
    const { databaseUrl, dataDir } = jobs.server.config;
    // Another server on the same data, which waits as long as it takes to see that it does.
    const proveMs = 1_000;
    const quick = await startTestServer(
      { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
      undefined,
      {
        nodes: { proveMs },
      },
    );
    try {
      const startedAt = performance.now();
      const { gone } = await challenged(show(jobs.node.credentials.secret), quick.baseUrl);
      expect(await gone).toMatch(/transport/);
      expect(performance.now() - startedAt).toBeGreaterThan(0.9 * proveMs);
    } finally {
      await quick.stop();
    }
  });

  it('keeps no agent out, however many there are', async () => {
    const admission = jobs.server.app.get(AgentHandshakeService);
    const many = Array.from({ length: 520 }, () =>
      openAgentSocket(jobs.server.baseUrl, show('a guess')),
    );
    opened.push(...many);
    await waitFor('the crowd', () => admission.unprovedCount === 500, 20_000);
    const agent = await jobs.connect();
    expect(agent.socket.connected).toBe(true);
    expect(admission.unprovedCount).toBeLessThanOrEqual(500);
  });
});

describe('what is said after the proof', () => {
  const report = { samples: [] };

  it.each<[string, (message: SignedMessage) => SignedMessage]>([
    ['altered', (message) => ({ ...message, body: '{"samples":[1]}' })],
    ['numbered anew', (message) => ({ ...message, number: message.number + 1 })],
    ['not signed', (message) => ({ ...message, mac: 'A'.repeat(43) })],
  ])('ends the connection when it is %s', async (_, change) => {
    const agent = await FakeAgent.connect(jobs.server.baseUrl, jobs.node.credentials);
    opened.push(agent.socket);
    const gone = new Promise((resolve) => agent.socket.once('disconnect', resolve));
    const message = change(agent.sign('node.report-metrics', report));
    await expect(agent.sendRaw('node.report-metrics', message)).rejects.toThrow();
    expect(await gone).toBe('io server disconnect');
  });

  it('ends the connection when it is said again', async () => {
    const agent = await FakeAgent.connect(jobs.server.baseUrl, jobs.node.credentials);
    opened.push(agent.socket);
    const message = agent.sign('node.report-metrics', report);
    await agent.sendRaw('node.report-metrics', message);
    const gone = new Promise((resolve) => agent.socket.once('disconnect', resolve));
    await expect(agent.sendRaw('node.report-metrics', message)).rejects.toThrow();
    expect(await gone).toBe('io server disconnect');
  });

  it('as an order goes to the connection it was signed for, also when another has taken its place', async () => {
    const old = await jobs.connect();
    const nodes = jobs.server.app.get(NodeRepository);
    const number = nodes.numberCommand.bind(nodes);
    let newer: FakeAgent | undefined;
    jest.spyOn(nodes, 'numberCommand').mockImplementationOnce(async (nodeId) => {
      const session = await number(nodeId);
      newer = await jobs.connect();
      return session;
    });
    const jobId = await jobs.submit();
    await jobs.dispatch();
    expect(old.commands).toEqual([]);
    expect(newer?.commands.map((command) => command.jobId)).toEqual([jobId]);
    expect(await jobs.job(jobId)).toMatchObject({ isAccepted: true });
  });
});

describe('an enrolment', () => {
  const token = 'enrolment-token-of-this-spec'.padEnd(40, '0');
  let nodeId: string;

  const connect = async (credentials: FakeCredentials): Promise<FakeAgent> => {
    const agent = await FakeAgent.connect(jobs.server.baseUrl, credentials);
    opened.push(agent.socket);
    return agent;
  };
  const enrol = (): Promise<FakeCredentials> => FakeAgent.enrol(jobs.server.baseUrl, token);
  const isSpent = async (): Promise<boolean> =>
    (await jobs.query('SELECT 1 FROM node WHERE id = $1 AND enrol_token_hash IS NULL', [nodeId]))
      .length > 0;

  beforeEach(async () => {
    const [row] = await jobs.query<{ id: string }>(
      "INSERT INTO node (kind, name) VALUES ('compute', 'enrolling') RETURNING id",
    );
    nodeId = row!.id;
    await jobs.server.app.get(EnrolmentService).allowEnrolment(nodeId, token);
  });
  afterEach(() => jobs.query("DELETE FROM node WHERE name = 'enrolling'"));

  it('shows its secret to nobody', async () => {
    const heard: unknown[] = [];
    const { agents } = jobs.server.app.get(Realtime);
    agents.once('connection', (socket) => {
      socket.conn.on('packet', (packet) => heard.push(packet.data));
      socket.conn.on('packetCreate', (packet) => heard.push(packet.data));
      heard.push(socket.handshake.auth);
    });
    const { secret } = await enrol();
    const wire = JSON.stringify(heard);
    expect(wire).toContain('node.enrolled');
    for (const hidden of [secret, token, agentKeyOf(token).toString('base64url')]) {
      expect(wire).not.toContain(hidden);
    }
  });

  it('that is cut before the agent has stored its secret begins anew', async () => {
    const lost = await enrol();
    const kept = await enrol();
    await expect(connect(lost)).rejects.toThrow('does not know this key');
    await connect(kept);
    await waitFor('the token to be spent', isSpent);
    await expect(enrol()).rejects.toThrow('does not know this key');
  });

  it('leaves the secret of before good until the agent comes with the new one', async () => {
    const first = await enrol();
    (await connect(first)).close();
    await waitFor('the token to be spent', isSpent);
    await jobs.server.app.get(EnrolmentService).allowEnrolment(nodeId, token);
    const second = await enrol();
    (await connect(first)).close();
    (await connect(second)).close();
    await waitFor('the token to be spent', isSpent);
    await connect(second);
    await expect(connect(first)).rejects.toThrow('does not know this key');
  });

  it('of two at once is one', async () => {
    const both = await Promise.all([enrol(), enrol()]);
    const came = await Promise.allSettled(both.map(connect));
    expect(came.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await waitFor('the token to be spent', isSpent);
    const again = await Promise.allSettled(both.map(connect));
    expect(again.map(({ status }) => status)).toEqual(came.map(({ status }) => status));
  });

  it('ends what the secret of before had opened, also what has said nothing', async () => {
    const stolen = await enrol();
    const silent = await connect(stolen);
    await waitFor('the token to be spent', isSpent);
    const gone = new Promise((resolve) => silent.socket.once('disconnect', resolve));
    await jobs.server.app.get(EnrolmentService).allowEnrolment(nodeId, token);
    const mended = await connect(await enrol());
    expect(await gone).toBe('io server disconnect');
    expect((await mended.hello()).nodeId).toBe(nodeId);
  });

  it('that another one overtakes while its agent comes with the secret lets nobody in', async () => {
    const overtaken = await enrol();
    const service = jobs.server.app.get(EnrolmentService);
    const find = service.findKey.bind(service);
    jest.spyOn(service, 'findKey').mockImplementationOnce(async (keyId) => {
      const found = await find(keyId);
      await enrol();
      return found;
    });
    const late = await connect(overtaken);
    const gone = new Promise((resolve) => late.socket.once('disconnect', resolve));
    expect(await gone).toBe('io server disconnect');
    expect(await isSpent()).toBe(false);
  });

  it.each(['revoked', 'enrolled again'] as const)(
    'of a node that is %s lets nobody in who was about to prove the secret of before',
    async (what) => {
      const { secret } = await enrol();
      (await connect({ nodeId, secret })).close();
      await waitFor('the token to be spent', isSpent);
      const late = await challenged(show(secret));
      if (what === 'revoked') {
        const { baseUrl } = jobs.server;
        await call(baseUrl, endpoints.calculations.revoke, { id: nodeId }, { token: jobs.token });
      } else {
        await jobs.server.app.get(EnrolmentService).allowEnrolment(nodeId, token);
        await connect(await enrol());
        await waitFor('the token to be spent', isSpent);
      }
      const keys = late.keysOf(secret);
      late.answer({ proof: keys.proofOf('agent') });
      const signer = new AgentSigner('agent', keys.sessionKey());
      const answered = jest.fn();
      late.socket.emit('node.hello', signer.sign('node.hello', 1, fakeHello), answered);
      expect(await late.gone).toBe('io server disconnect');
      expect(answered).not.toHaveBeenCalled();
      const [node] = await jobs.query('SELECT hostname, connection_id FROM node WHERE id = $1', [
        nodeId,
      ]);
      expect(node).toEqual({ hostname: null, connection_id: null });
    },
  );

  it('ends with its token', async () => {
    const begun = await enrol();
    await jobs.server.app.get(EnrolmentService).allowEnrolment(nodeId, 'another token'.padEnd(40));
    await expect(connect(begun)).rejects.toThrow('does not know this key');
    await expect(enrol()).rejects.toThrow('does not know this key');
    await jobs.query("UPDATE node SET enrol_expires_at = now() - interval '1 s' WHERE id = $1", [
      nodeId,
    ]);
    await expect(FakeAgent.enrol(jobs.server.baseUrl, 'another token'.padEnd(40))).rejects.toThrow(
      'does not know this key',
    );
  });
});
