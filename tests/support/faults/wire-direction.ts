import type { Socket } from 'node:net';

/** A message between agent and server, or the answer to one. */
export interface WirePoint {
  event: string;
  part: 'message' | 'answer';
}

/** A packet of Socket.IO (protocol 5, in a text frame of Engine.IO 4): its kind, the id of its acknowledgement, and its event. */
const packet = /^4([2356])(?:\d+-)?\/agent,(\d*)\[(?:"([^"]+)")?/;
/** The beginning of a frame tells which packet it is. */
const headBytes = 200;

/** What one side of a WebSocket sends to the other: passed on frame by frame, so that it can stop before any of them. */
export class WireDirection {
  /** Resolves when neither socket can be written to any more. */
  readonly over: Promise<void>;
  isHolding = false;
  private buffer: Buffer = Buffer.alloc(0);
  private isUpgraded = false;
  private hasEnded = false;
  /** The events whose answers will come from the other side, by the ids of their acknowledgements. */
  private readonly asked = new Map<string, string>();
  private answers: WireDirection | null = null;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly isHeld: (event: string, part: WirePoint['part']) => boolean,
  ) {
    from.on('data', (data: Buffer) => {
      this.buffer = Buffer.concat([this.buffer, data]);
      this.pass();
    });
    // A side that is killed may reset its connection.
    from.on('error', () => undefined);
    this.over = new Promise((resolve) => {
      from.on('close', () => {
        this.hasEnded = true;
        this.pass();
        resolve();
      });
    });
    to.on('close', () => {
      this.isHolding = false;
      this.buffer = Buffer.alloc(0);
      from.destroy();
    });
  }

  /** @param other carries the answers to what this one carries */
  answeredBy(other: WireDirection): void {
    other.answers = this;
  }

  release(): void {
    if (this.isHolding) {
      this.isHolding = false;
      this.send(frameLength(this.buffer) ?? this.buffer.length);
      this.pass();
    }
  }

  private pass(): void {
    while (!this.isHolding) {
      const length = this.isUpgraded ? frameLength(this.buffer) : this.headLength();
      if (length === null) {
        break;
      }
      if (this.isUpgraded && this.stopsAt(readText(this.buffer, length))) {
        this.isHolding = true;
        return;
      }
      this.isUpgraded = true;
      this.send(length);
    }
    if (this.hasEnded && !this.isHolding) {
      this.to.end();
    }
  }

  private send(length: number): void {
    if (this.to.writable) {
      this.to.write(this.buffer.subarray(0, length));
    }
    this.buffer = this.buffer.subarray(length);
  }

  private stopsAt(text: string): boolean {
    const [, kind, id = '', event] = packet.exec(text) ?? [];
    if (kind === undefined) {
      return false;
    }
    if (event !== undefined && (kind === '2' || kind === '5')) {
      this.asked.set(id, event);
      return this.isHeld(event, 'message');
    }
    const answered = this.answers?.asked.get(id);
    this.answers?.asked.delete(id);
    return answered !== undefined && this.isHeld(answered, 'answer');
  }

  /** The request that opens a WebSocket, or the answer to it. */
  private headLength(): number | null {
    const end = this.buffer.indexOf('\r\n\r\n');
    return end < 0 ? null : end + 4;
  }
}

/** Bytes of the first frame (RFC 6455, 5.2); null while it is not whole. */
function frameLength(bytes: Buffer): number | null {
  const start = payloadStart(bytes);
  if (start === null) {
    return null;
  }
  const short = bytes.readUInt8(1) & 0x7f;
  const length =
    short === 127
      ? Number(bytes.readBigUInt64BE(2))
      : short === 126
        ? bytes.readUInt16BE(2)
        : short;
  return bytes.length < start + length ? null : start + length;
}

function payloadStart(bytes: Buffer): number | null {
  if (bytes.length < 2) {
    return null;
  }
  const second = bytes.readUInt8(1);
  const short = second & 0x7f;
  const start = 2 + (short === 127 ? 8 : short === 126 ? 2 : 0) + (second & 0x80 ? 4 : 0);
  return bytes.length < start ? null : start;
}

/** The beginning of a frame's text, unmasked. */
function readText(bytes: Buffer, length: number): string {
  const start = payloadStart(bytes) ?? 0;
  const head = Buffer.from(bytes.subarray(start, Math.min(length, start + headBytes)));
  if (bytes.readUInt8(1) & 0x80) {
    const mask = bytes.subarray(start - 4, start);
    head.forEach((byte, index) => {
      head[index] = byte ^ (mask[index % 4] ?? 0);
    });
  }
  return head.toString('latin1');
}
