import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedeemCodeReply } from '@clusterdesk/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from '../config-error.js';
import { SignInSocket } from './sign-in-socket.js';

const words = {
  user: { id: 'u1', userName: 'ann', realName: null },
  token: 'of-the-session',
  expiresAt: 1,
};
const session = { isRedeemed: true, ...words } as const;
let folder: string;
let path: string;
let socket: SignInSocket;
let asked: unknown[];
let server: { isReady: boolean; ask: () => Promise<RedeemCodeReply> };

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'sign-in-')), 'sign-in');
  mkdirSync(folder, { mode: 0o750 });
  path = join(folder, 'agent.sock');
  asked = [];
  server = { isReady: true, ask: async () => session };
  const ask = (...words: unknown[]): Promise<never> => {
    asked.push(words);
    return server.ask() as Promise<never>;
  };
  socket = new SignInSocket(path, {
    ask,
    get isReady() {
      return server.isReady;
    },
  });
});
afterEach(() => {
  socket.stop();
  rmSync(join(folder, '..'), { recursive: true });
});

function post(body: string, at = '/redeem'): Promise<[status: number, answer: unknown]> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: path, path: at, method: 'POST' }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () => resolve([response.statusCode ?? 0, JSON.parse(text)]));
    });
    call.on('error', reject);
    call.end(body);
  });
}

describe('the socket of the sign-in program', () => {
  it('gives the session behind a code', async () => {
    await socket.start();
    expect(await post('{"code":"c1"}')).toEqual([200, words]);
    expect(asked).toEqual([['sessions.redeem-code', { code: 'c1' }]]);
  });

  it('hands on why there is none, and says when the platform cannot be asked', async () => {
    await socket.start();
    const refusal = { error: 'SESSIONS_WRONG_CODE', sentence: { cn: '无效', en: 'wrong' } };
    server.ask = async () => ({ isRedeemed: false, ...refusal });
    expect(await post('{"code":"c1"}')).toEqual([403, refusal]);
    server.ask = () => Promise.reject(new Error('no answer'));
    expect(await post('{"code":"c1"}')).toEqual([503, { error: 'AGENT_PLATFORM_AWAY' }]);
    server.isReady = false;
    expect(await post('{"code":"c1"}')).toEqual([503, { error: 'AGENT_PLATFORM_AWAY' }]);
    expect(asked).toHaveLength(2);
  });

  it.each(['', '{', '{"code":""}', '{"code":7}', `{"code":"c","more":"${'x'.repeat(5_000)}"}`])(
    'asks nobody about %.20s',
    async (body) => {
      await socket.start();
      expect(await post(body)).toEqual([400, { error: 'AGENT_BODY_INVALID' }]);
      expect((await post(body, '/other'))[0]).toBe(404);
      expect(asked).toEqual([]);
    },
  );

  it('takes the place of one that an agent left behind, and of nothing else', async () => {
    await socket.start();
    const next = new SignInSocket(path, { ask: () => Promise.reject(new Error()), isReady: false });
    await next.start();
    expect((await post('{"code":"c1"}'))[0]).toBe(503);
    next.stop();
    rmSync(path, { force: true });
    writeFileSync(path, '');
    await expect(next.start()).rejects.toThrow(ConfigError);
  });

  it.each([0o755, 0o770, 0o751])('is not opened in a folder of mode %o', async (mode) => {
    chmodSync(folder, mode);
    await expect(socket.start()).rejects.toThrow(/chmod 750/);
  });
});
