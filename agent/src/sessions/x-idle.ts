import { createConnection, type Socket } from 'node:net';
import { type DisplayServer, ownerOfSocket, socketOf } from './display-sessions.js';
import { cookieName, readCookie } from './x-cookie.js';

/** A display that is well answers in a few milliseconds; one that trickles is not waited for. */
const answerMs = 1_000;
const saverExtension = 'MIT-SCREEN-SAVER';

const padded = (length: number): number => (length + 3) & ~3;

/**
 * How long nobody typed or pointed at a display, milliseconds: asked of its server by the extension MIT-SCREEN-SAVER, with the
 * cookie that the server itself was given. Null: it does not say, or does not let us ask.
 */
export async function readIdleMs(server: DisplayServer): Promise<number | null> {
  // The cookie is for the server alone: another account may have put its own socket there.
  if (!server.isOnHost || ownerOfSocket(server.display) !== server.uid) {
    return null;
  }
  const cookie = await readCookie(server);
  const socket = createConnection(socketOf(server.display));
  const deadline = setTimeout(() => socket.destroy(), answerMs);
  try {
    return await askIdle(new XReader(socket), socket, cookie);
  } catch {
    return null;
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

async function askIdle(reader: XReader, socket: Socket, cookie: Buffer | null) {
  socket.write(setupRequest(cookie));
  const head = await reader.read(8);
  const rest = await reader.read(head.readUInt16LE(6) * 4);
  if (head[0] !== 1) {
    return null;
  }
  const vendorLength = rest.readUInt16LE(16);
  const formats = rest[21] ?? 0;
  const root = rest.readUInt32LE(32 + padded(vendorLength) + formats * 8);
  socket.write(queryExtension(saverExtension));
  const extension = await reader.readReply();
  if (extension[8] !== 1) {
    return null;
  }
  socket.write(queryInfo(extension[9] ?? 0, root));
  const info = await reader.readReply();
  return info[0] === 1 ? info.readUInt32LE(16) : null;
}

/** The first bytes of a client: little-endian, protocol 11.0, and the cookie. */
function setupRequest(cookie: Buffer | null): Buffer {
  const name = cookie === null ? '' : cookieName;
  const data = cookie ?? Buffer.alloc(0);
  const request = Buffer.alloc(12 + padded(name.length) + padded(data.length));
  request.write('l', 0, 'latin1');
  request.writeUInt16LE(11, 2);
  request.writeUInt16LE(name.length, 6);
  request.writeUInt16LE(data.length, 8);
  request.write(name, 12, 'latin1');
  data.copy(request, 12 + padded(name.length));
  return request;
}

function queryExtension(name: string): Buffer {
  const request = Buffer.alloc(8 + padded(name.length));
  request[0] = 98;
  request.writeUInt16LE(request.length / 4, 2);
  request.writeUInt16LE(name.length, 4);
  request.write(name, 8, 'latin1');
  return request;
}

/** `QueryInfo` of the extension: its request 1. */
function queryInfo(opcode: number, root: number): Buffer {
  const request = Buffer.alloc(8);
  request[0] = opcode;
  request[1] = 1;
  request.writeUInt16LE(2, 2);
  request.writeUInt32LE(root, 4);
  return request;
}

/** The most that a display's first answer has; a stranger could send more. */
const answerMaxBytes = 256 * 1024;

/** Reads answers of an X server off a socket. */
class XReader {
  private buffer = Buffer.alloc(0);
  private wake: () => void = () => undefined;
  private isOver = false;

  constructor(socket: Socket) {
    socket.on('data', (data: Buffer) => {
      this.buffer = Buffer.concat([this.buffer, data]);
      if (this.buffer.length > answerMaxBytes) {
        socket.destroy();
      }
      this.wake();
    });
    const end = (): void => {
      this.isOver = true;
      this.wake();
    };
    socket.on('error', end);
    socket.on('close', end);
  }

  /** @throws Error when the connection ends before */
  async read(length: number): Promise<Buffer> {
    while (this.buffer.length < length) {
      if (this.isOver) {
        throw new Error('The display closed the connection.');
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    const part = this.buffer.subarray(0, length);
    this.buffer = this.buffer.subarray(length);
    return part;
  }

  /** The next answer or error; events, which are as long, are passed over. */
  async readReply(): Promise<Buffer> {
    for (;;) {
      const reply = await this.read(32);
      const [kind] = reply;
      if (kind === 1) {
        await this.read(reply.readUInt32LE(4) * 4);
        return reply;
      }
      if (kind === 0) {
        return reply;
      }
    }
  }
}
