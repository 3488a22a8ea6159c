import { Logger } from '@nestjs/common';
import { isLargerThan } from '../json-shape.js';

/** Bounds of one message from a peer. */
interface Bounds {
  textBytes: number;
  /** Of the JSON in it. */
  values: number;
  depth: number;
  /** Binary parts of one message. */
  parts: number;
}

export const bounds = {
  /** Not signed in yet: signing in takes a few hundred bytes. */
  stranger: { textBytes: 4 * 1024, values: 100, depth: 8, parts: 0 },
  /** The longest is about all the folders that a page may watch, by their paths. */
  console: { textBytes: 512 * 1024, values: 10_000, depth: 32, parts: 0 },
  /** Measurements of half an hour, or a piece of a job's output. */
  agent: { textBytes: 1024 * 1024, values: 100_000, depth: 4_096, parts: 1 },
} as const satisfies Record<string, Bounds>;

type Peer = keyof typeof bounds;

/** How many messages a connection may send before it is admitted: a browser sends one, an agent two. */
export const strangersMessages = 16;

/** Socket.IO's packets begin with their kind, and those with binary parts say how many. */
const binaryHead = /^[56](\d*)-/;

interface Packet {
  type: string;
  data?: unknown;
}

/** What we use of an engine.io connection. */
export interface IncomingConnection {
  on(event: 'packet', listener: (packet: Packet) => void): unknown;
}

/**
 * Bounds messages before they are decoded: Socket.IO decodes whatever a connection sends, also before any namespace has
 * admitted it, and keeps the parts of incomplete messages.
 */
export class IncomingBounds {
  private readonly peers = new WeakMap<object, Peer>();

  /** A namespace has admitted this connection. */
  admit(connection: object, peer: Exclude<Peer, 'stranger'>): void {
    this.peers.set(connection, peer);
  }

  watch(connection: IncomingConnection): void {
    let messages = 0;
    connection.on('packet', (packet) => {
      if (packet.type !== 'message') {
        return;
      }
      const peer = this.peers.get(connection) ?? 'stranger';
      messages += 1;
      if (
        (peer === 'stranger' && messages > strangersMessages) ||
        isTooMuch(packet.data, bounds[peer])
      ) {
        new Logger('Realtime').debug(`A connection (${peer}) said too much and was ended.`);
        // Its listeners hear of the packet first. No packet begins so: the decoder ends the connection.
        packet.data = 'refused';
      }
    });
  }
}

function isTooMuch(data: unknown, most: Bounds): boolean {
  if (typeof data !== 'string') {
    // The part that a text has announced; another one is no part of anything, and the decoder's to refuse.
    return most.parts === 0;
  }
  const parts = binaryHead.exec(data)?.[1];
  return (
    data.length > most.textBytes ||
    (parts !== undefined && Number(parts) > most.parts) ||
    isLargerThan(Buffer.from(data), most)
  );
}
