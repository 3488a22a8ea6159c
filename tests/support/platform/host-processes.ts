/** What the launcher knows of processes, for suites that look at them too. */
export {
  isAlive,
  listDescendants,
  readCommandLine,
  readProcess,
  type ProcessStat,
} from '@clusterdesk/host';
