import type { AgentState, NodeAgent } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';

/** What a list shows of a node of either kind. */
export interface ShownNode {
  online: boolean;
  agent: Pick<NodeAgent, 'state' | 'clonedHosts'>;
}

/** How a node is doing, as one word: a new node counts as online (contract: Cluster), and waits for its agent. */
export type NodeLook = 'online' | 'offline' | 'cloned' | AgentState;

export function displayStateOf({ online, agent }: ShownNode): NodeLook {
  if (agent.clonedHosts.length > 0) {
    return 'cloned';
  }
  if (agent.state === 'connected') {
    return 'online';
  }
  return agent.state === 'away' ? (online ? 'online' : 'offline') : agent.state;
}

const tints: Record<NodeLook, TagState> = {
  online: 'ok',
  connected: 'ok',
  cloned: 'bad',
  offline: 'bad',
  away: 'bad',
  invited: 'waiting',
  none: 'quiet',
  revoked: 'quiet',
};

const urgency: readonly TagState[] = ['bad', 'waiting', 'quiet', 'ok'];

/** For sorting: what needs somebody first. */
export const stateRank = (node: ShownNode): number => urgency.indexOf(tints[displayStateOf(node)]);

/** The state of a node: online, offline, or what its agent still needs. */
export function NodeState({ node }: { node: ShownNode }): ReactNode {
  const { t } = useTranslation('nodes');
  const look = displayStateOf(node);
  return <StatusTag state={tints[look]}>{t(`look_${look}`)}</StatusTag>;
}
