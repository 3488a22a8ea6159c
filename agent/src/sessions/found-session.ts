import type { HostSession } from '@clusterdesk/contracts';
import type { ProcessIdentity } from '@clusterdesk/host';

/** A desktop session of this host, with what it is ended by. */
export interface FoundSession {
  report: HostSession;
  /** Whose it is; null: its host does not say. */
  uid: number | null;
  by: EndedBy;
}

/** logind ends its own sessions; of others, the server of the display and the programs that show on it. */
export type EndedBy =
  { kind: 'logind'; id: string; isClosing: boolean } | ({ kind: 'display' } & OwnedDisplay);

/** A display, and whose processes are ended with it. */
export interface OwnedDisplay {
  /** The process that draws it or signed its user in; null where that is root's, which is left alone. */
  server: ProcessIdentity | null;
  uid: number;
  display: string;
  /** Those of the display, see `namespacesOf`. */
  namespaces: string | null;
}
