import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { useWatch } from '../../shared/live/connection/live-provider.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';
import { queriesOfComputeNodes, queriesOfDesktops } from './node-queries.js';

/** What is on the screen of nodes and sessions is asked for again when one of them is another. */
export const nodeLiveRules = [
  onEvent('nodesChanged', (cache, { kind }) => {
    const shows = kind === 'desktop' ? queriesOfDesktops : queriesOfComputeNodes;
    shows.forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint)));
  }),
  onEvent('desktopSessionsChanged', (cache) => {
    const { list, onHost } = endpoints.desktopSessions;
    [list, onHost].forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint)));
  }),
  onEvent('ownDesktopsChanged', (cache) => cache.invalidate(queryKeyOf(endpoints.desktops.mine))),
];

/** Hears of desktop sessions. */
export const useWatchSessions = (): void => useWatch({ topic: 'desktop-sessions' });
