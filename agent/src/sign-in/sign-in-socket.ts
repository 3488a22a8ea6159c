import { once } from 'node:events';
import { lstatSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { redeemCodeSchema } from '@clusterdesk/contracts';
import { ConfigError } from '../config-error.js';
import { log, messageOf } from '../log.js';
import type { ServerConnection } from '../server-connection.js';

const bodyMaxBytes = 4096;
const requestMs = 10_000;

/**
 * Where the program that signs people in on this desktop asks for the session behind a code: HTTP over a Unix socket
 * (docs/desktop-hosts.md). Whoever may enter its folder may ask.
 */
export class SignInSocket {
  private readonly http: Server;

  constructor(
    private readonly path: string,
    private readonly server: Pick<ServerConnection, 'ask' | 'isReady'>,
  ) {
    this.http = createServer(
      { requestTimeout: requestMs, headersTimeout: requestMs },
      (request, response) => {
        this.answer(request, response).catch((error: unknown) => {
          log(`a code could not be redeemed: ${messageOf(error)}`);
          say(response, 503, { error: 'AGENT_PLATFORM_AWAY' });
        });
      },
    );
  }

  /** Throws ConfigError where others than those of its folder could ask, or stand in its place. */
  async start(): Promise<void> {
    assertFolder(dirname(this.path));
    removeLeftOver(this.path);
    const listening = once(this.http, 'listening');
    this.http.listen({ path: this.path, readableAll: true, writableAll: true });
    await listening.catch((error: unknown) => {
      throw new ConfigError([`AGENT_SIGN_IN_SOCKET cannot be opened: ${messageOf(error)}.`]);
    });
    this.http.on('error', (error) => log(`AGENT_SIGN_IN_SOCKET: ${messageOf(error)}`));
  }

  stop(): void {
    this.http.close();
    this.http.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/redeem') {
      say(response, 404, { error: 'AGENT_NO_SUCH_CALL' });
      return;
    }
    const command = redeemCodeSchema.safeParse(parse(await readBody(request)));
    if (!command.success) {
      say(response, 400, { error: 'AGENT_BODY_INVALID' });
      return;
    }
    if (!this.server.isReady) {
      say(response, 503, { error: 'AGENT_PLATFORM_AWAY' });
      return;
    }
    const reply = await this.server.ask('sessions.redeem-code', command.data);
    const { isRedeemed, ...words } = reply;
    say(response, isRedeemed ? 200 : 403, words);
  }
}

function say(response: ServerResponse, status: number, words: object): void {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  response.writeHead(status, headers).end(JSON.stringify(words));
}

/** Null where it is longer than any code. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length <= bodyMaxBytes) {
      pieces.push(piece);
    }
  }
  return length <= bodyMaxBytes ? Buffer.concat(pieces).toString('utf8') : null;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Its owner and one group may enter, and nobody but its owner puts anything there. */
function assertFolder(folder: string): void {
  const stat = statSync(folder, { throwIfNoEntry: false });
  const owners = [0, process.getuid?.()];
  if (stat?.isDirectory() !== true || !owners.includes(stat.uid) || (stat.mode & 0o027) !== 0) {
    throw new ConfigError([
      `AGENT_SIGN_IN_SOCKET: the folder ${folder} must be there, belong to the agent's account or root, and be closed to others: chmod 750 it.`,
    ]);
  }
}

function removeLeftOver(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSocket() === true) {
    rmSync(path);
  } else if (stat) {
    throw new ConfigError([`AGENT_SIGN_IN_SOCKET: ${path} is there and is no socket.`]);
  }
}
