import { describe, expect, it } from '@jest/globals';
import {
  AgentHandshakeKeys,
  agentKeyId,
  agentKeyOf,
  AgentSigner,
  drawNonce,
  isSameMac,
  TakenNumbers,
} from './agent-proof.js';

const key = agentKeyOf('a secret');
const handshake = { keyId: agentKeyId(key), nonce: drawNonce() };
const serverNonce = drawNonce();
const keys = new AgentHandshakeKeys(key, handshake, serverNonce);

describe('the proof of a connection', () => {
  it('is made with the key that the server keeps, and does not show it', () => {
    // SHA-256 of the text, as the rows of earlier versions have it.
    expect(agentKeyOf('abc').toString('hex').slice(0, 16)).toBe('ba7816bf8f01cfea');
    expect(handshake.keyId).not.toBe(key.toString('base64url'));
    expect(handshake.keyId).toHaveLength(43);
  });

  it('is another one for each side, key and nonce', () => {
    const other = agentKeyOf('another secret');
    const proofs = [
      keys.proofOf('server'),
      keys.proofOf('agent'),
      new AgentHandshakeKeys(other, handshake, serverNonce).proofOf('server'),
      new AgentHandshakeKeys(key, handshake, drawNonce()).proofOf('server'),
      new AgentHandshakeKeys(key, { ...handshake, nonce: drawNonce() }, serverNonce).proofOf(
        'server',
      ),
      keys.sessionKey().toString('base64url'),
      keys.nodeSecret('1'),
      keys.nodeSecret('2'),
    ];
    expect(new Set(proofs).size).toBe(proofs.length);
    expect(
      isSameMac(
        new AgentHandshakeKeys(key, handshake, serverNonce).proofOf('server'),
        keys.proofOf('server'),
      ),
    ).toBe(true);
    expect(isSameMac('', keys.proofOf('server'))).toBe(false);
  });
});

describe('what is signed', () => {
  const server = new AgentSigner('server', keys.sessionKey());
  const agent = new AgentSigner('agent', keys.sessionKey());
  const order = server.sign('jobs.run-script', 3, { script: 'echo', data: 'text' });

  it('is read by the other side, bytes included', () => {
    expect(agent.open('jobs.run-script', order)).toEqual({ script: 'echo', data: 'text' });
    const data = new Uint8Array([0, 255, 7]);
    const piece = agent.sign('jobs.output', 1, { offset: 0, data });
    expect(piece.body).toBe('{"offset":0}');
    expect(server.open('jobs.output', piece)).toEqual({ offset: 0, data });
    const answer = agent.signAnswer('jobs.run-script', 3, { isAccepted: true });
    expect(server.openAnswer('jobs.run-script', 3, answer)).toEqual({ isAccepted: true });
    expect(server.openAnswer('a', 1, agent.signAnswer('a', 1, undefined))).toBeNull();
  });

  it.each([
    ['another event', () => agent.open('jobs.stop-script', order)],
    ['another number', () => agent.open('jobs.run-script', { ...order, number: 4 })],
    ['another text', () => agent.open('jobs.run-script', { ...order, body: '{"script":"rm"}' })],
    ['added bytes', () => agent.open('jobs.run-script', { ...order, data: new Uint8Array() })],
    ['one of our own', () => server.open('jobs.run-script', order)],
    [
      'an answer as a message',
      () => agent.open('e', { number: 1, ...server.signAnswer('e', 1, {}) }),
    ],
    ['an answer to another', () => agent.openAnswer('e', 2, server.signAnswer('e', 1, {}))],
    [
      'bytes that moved into the text',
      () => {
        const { mac } = server.sign('e', 1, { data: new Uint8Array([0x7b, 0x7d]) });
        return agent.open('e', { number: 1, body: '{}{}', mac });
      },
    ],
    [
      'another key',
      () => new AgentSigner('agent', agentKeyOf('another')).open('jobs.run-script', order),
    ],
  ])('is refused as %s', (_, open) => {
    expect(open()).toBeUndefined();
  });
});

describe('the numbers of messages', () => {
  it('are taken once, in any order nearby', () => {
    const taken = new TakenNumbers();
    expect([2, 1, 3, 1, 2, 900].map((number) => taken.take(number))).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('stay bounded: what is far behind counts as taken', () => {
    const taken = new TakenNumbers();
    for (let number = 1; number <= 10_000; number += 1) {
      expect(taken.take(number)).toBe(true);
    }
    expect(taken.take(8_976)).toBe(false);
    expect(taken.take(1)).toBe(false);
    expect(taken.take(10_001)).toBe(true);
  });
});
