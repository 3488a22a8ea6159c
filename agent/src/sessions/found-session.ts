import type { HostSession } from '@clusterdesk/contracts';
import type { ProcessIdentity } from '@clusterdesk/host';

/** A desktop session of this host, with what it is ended by. */
export interface FoundSession {
  report: HostSession;
  by: EndedBy;
}

/** logind ends its own sessions; of others, the server of the display and the programs that show on it. */
export type EndedBy =
  | { kind: 'logind'; id: string; isClosing: boolean }
  | { kind: 'display'; server: ProcessIdentity; uid: number; display: string };
