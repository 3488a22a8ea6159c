import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { bounds, IncomingBounds, strangersMessages } from './incoming-bounds.js';

const objects = (count: number): string => `["x",${'{},'.repeat(count)}{}]`;
const text = (bytes: number): string => `["${'x'.repeat(bytes)}"]`;

/** A connection, and which of the messages that it hears would be decoded. */
function connect(peer?: 'console' | 'agent'): (...data: unknown[]) => unknown[] {
  const incoming = new IncomingBounds();
  const connection = new EventEmitter();
  incoming.watch(connection);
  if (peer) {
    incoming.admit(connection, peer);
  }
  return (...data) =>
    data.map((one) => {
      const packet = { type: 'message', data: one };
      connection.emit('packet', packet);
      return packet.data === one;
    });
}

describe('what a connection says before it is decoded', () => {
  it('is little until it is let in: text, a few times', () => {
    const handshake = '0/console,{"token":"x"}';
    expect(connect()(handshake, `0/console,${text(bounds.stranger.textBytes)}`)).toEqual([
      ...[true, false],
    ]);
    expect(connect()(`0/agent,${objects(200)}`, '51-/agent,["x"]', Buffer.alloc(1))).toEqual([
      ...[false, false, false],
    ]);
    const said = connect()(...Array.from({ length: strangersMessages + 1 }, () => handshake));
    expect(said.indexOf(false)).toBe(strangersMessages);
  });

  it('is no binary from a browser, and no more than its questions are', () => {
    const say = connect('console');
    expect(say('2/console,1["watch",{}]', `2/console,${text(400_000)}`)).toEqual([true, true]);
    expect(
      say(
        '51-/console,["x",{"_placeholder":true,"num":0}]',
        Buffer.alloc(1),
        `2/console,${objects(20_000)}`,
      ),
    ).toEqual([false, false, false]);
    expect(say(`2/console,${text(bounds.console.textBytes)}`)).toEqual([false]);
  });

  it('is a piece of output from an agent, in one part', () => {
    const say = connect('agent');
    expect(say('51-/agent,1["jobs.output",{}]', Buffer.alloc(70_000), objects(40_000))).toEqual([
      ...[true, true, true],
    ]);
    expect(say('52-/agent,1["jobs.output",{}]', '5/agent,[]', '510-/agent,["x"]')).toEqual([
      ...[false, true, false],
    ]);
    expect(say(objects(bounds.agent.values), '['.repeat(5_000))).toEqual([false, false]);
  });

  it('is not bounded where it is the connection’s own upkeep', () => {
    const incoming = new IncomingBounds();
    const connection = new EventEmitter();
    incoming.watch(connection);
    const packet = { type: 'pong', data: 'x'.repeat(10_000) };
    connection.emit('packet', packet);
    expect(packet.data).toHaveLength(10_000);
  });
});
