/** What the launcher knows of ports and processes, for suites that look at them too. */
export { findFreePort } from '../../apps/standalone/src/host/free-port.js';
export { isAlive, listDescendants, readCommandLine, readProcess } from '@clusterdesk/host';
