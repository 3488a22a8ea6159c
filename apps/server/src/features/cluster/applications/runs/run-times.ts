import { limits } from '@clusterdesk/contracts';

/** A node that did not answer is asked again after this time, and so is one that said "later". */
export const askAgainMs = 10_000;
/** A running script that was silent for this long is asked for again. */
export const quietMs = 60_000;
/** A node that is asked and never answers, or is never there to be asked, has failed after this time. */
export const answerWithinMs = 10 * 60_000;
/** However often a node said "later". */
export const waitAtMostMs = 6 * 3_600_000;
/** What a host needs besides the time of the script: to end it, and to start it after the command came. */
export const hostSlackMs = 2 * 60_000;
/** How long to wait for the end of a script: its host may have been cut off when it ended. */
export const endWithinMs = limits.applicationRunMs + 15 * 60_000;
/** A script that was sent may run for this long. */
export const mayRunMs = limits.applicationRunMs + hostSlackMs;
