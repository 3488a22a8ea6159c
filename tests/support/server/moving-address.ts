import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An address that leads to one server after the other, as a proxy or a virtual address in front of PostgreSQL does. */
export interface MovingAddress {
  port: number;
  /** Connections from now on lead to this Unix socket; those that are open stay where they are. Null: nowhere, as a host that is cut off. */
  leadTo(socket: string | null): void;
  close(): Promise<void>;
}

export async function openMovingAddress(): Promise<MovingAddress> {
  let target: string | null = null;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    if (target === null) {
      from.destroy();
      return;
    }
    const to = connect(target);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (socket) => {
      target = socket;
    },
    close: async () => {
      open.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
