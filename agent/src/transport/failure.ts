import { messageOf, printable } from '../log.js';

/** What Node says when a certificate is not of anybody we trust, or of another name. */
const certificateProblem = /certificate|altnames|self[- ]signed/i;

/** Why no connection could be made, for the operator: Socket.IO says `websocket error` for whatever it was and keeps the cause within. */
export function describeFailure(error: Error): string {
  const within = 'description' in error ? error.description : undefined;
  const said =
    within !== null && typeof within === 'object' && 'message' in within && within.message !== ''
      ? String(within.message)
      : messageOf(error);
  const cure = certificateProblem.test(said)
    ? '; AGENT_CA_FILE names the certificates of further authorities'
    : '';
  return printable(said) + cure;
}
