import type { Endpoint } from '@clusterdesk/contracts';
import type { Principal } from './access/principal.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Names this request in the log and in the answer to a fault. */
    requestId: string;
    /** Set by the guard; absent without a (good) token. */
    caller?: Principal;
    /** The user who signed in by this call. */
    signedIn?: Pick<Principal, 'userId' | 'userName'>;
    /** Its caller was let in: a body of any size may take its time. */
    mayStream?: boolean;
    /** The endpoint being answered. */
    endpoint?: Endpoint;
    /** A service has written the row in its own transaction. */
    isRecorded?: boolean;
    /** What services added to the row of the call. */
    loggedDetails?: Record<string, unknown>;
    /** The call was one step of something that is logged when it is over: a step that went well leaves no row. */
    skipAudit?: boolean;
  }
}
