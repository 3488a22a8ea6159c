import { consoleNamespace } from '@clusterdesk/contracts';
import { io } from 'socket.io-client';
import { readToken } from '../../api/session.js';
import { LiveConnection } from './live-connection.js';

/** The connection of this window, not open yet. Windows that lost their server together come back apart. */
export function createLiveConnection(): LiveConnection {
  const socket = io(consoleNamespace, {
    autoConnect: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.9,
    auth: (give) => give({ token: readToken() ?? '' }),
  });
  return new LiveConnection(socket, () => readToken() !== null);
}
