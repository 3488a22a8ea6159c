import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends bytes to a server of this host as they are and gives what comes back until the connection ends, or `until` is in it,
 * or nothing has come for `silenceMs` (default: however long it takes).
 */
export async function speak(
  port: number,
  request: string | Buffer,
  { until, silenceMs }: { until?: string; silenceMs?: number } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
    if (until !== undefined && answer.includes(until)) {
      socket.destroy();
    }
  });
  socket.on('error', () => undefined);
  if (silenceMs !== undefined) {
    socket.setTimeout(silenceMs, () => socket.destroy());
  }
  socket.write(request);
  await once(socket, 'close');
  return answer;
}
