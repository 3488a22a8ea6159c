import { Logger } from '@nestjs/common';

/** A browser that leaves more than this waiting is cut off; it reconnects and asks again for what it shows. */
export const maxWaitingBytes = 4 * 1024 * 1024;

interface Packet {
  data?: unknown;
}

/** What we use of an engine.io connection. */
export interface BufferedConnection {
  on(event: 'packetCreate', listener: (packet: Packet) => void): unknown;
  on(event: 'flush', listener: () => void): unknown;
  close(discard?: boolean): unknown;
}

/** Ends a connection whose peer reads more slowly than it is sent messages, before its buffer fills the memory. */
export function endWhenSlow(connection: BufferedConnection, limitBytes = maxWaitingBytes): void {
  let waiting = 0;
  connection.on('packetCreate', ({ data }) => {
    waiting += sizeOf(data);
    if (waiting > limitBytes) {
      waiting = 0;
      new Logger('Realtime').warn(`A browser left ${limitBytes} bytes unread and was cut off.`);
      connection.close(true);
    }
  });
  // All that waited goes to the transport, which takes no more until the peer has read it.
  connection.on('flush', () => {
    waiting = 0;
  });
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') {
    return Buffer.byteLength(data);
  }
  return ArrayBuffer.isView(data) ? data.byteLength : 0;
}
