import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server on loopback that keeps what it gets. */
export interface TestMailServer {
  url: string;
  mails: { to: string[]; text: string }[];
  /** How many of the next mails are refused for now, as a busy server does. */
  refuseNext(count: number): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<TestMailServer> {
  const mails: TestMailServer['mails'] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      void text(stream).then((source) => {
        if (refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error('busy'), { responseCode: 451 }));
          return;
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: decodeBody(source) });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseNext: (count) => {
      refusals = count;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Quoted-printable or base64, as mail programs write text. */
function decodeBody(source: string): string {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/content-transfer-encoding: base64/i.test(head)) {
    return Buffer.from(body, 'base64').toString('utf8');
  }
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** An SMS gateway on loopback that keeps what it gets. */
export interface TestSmsGateway {
  url: string;
  messages: { mobile: string; text: string }[];
  stop(): Promise<void>;
}

export async function startSmsGateway(): Promise<TestSmsGateway> {
  const messages: TestSmsGateway['messages'] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      messages.push(JSON.parse(body) as { mobile: string; text: string });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    messages,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The six digits of a message. */
export function codeIn(message: string): string {
  return /\b\d{6}\b/.exec(message)?.[0] ?? '';
}
