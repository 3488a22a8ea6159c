import type { AgentState } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type TagState } from '../../../../shared/ui/feedback/status-tag.js';

/** What a list shows of a node of either kind. */
export interface ShownNode {
  online: boolean;
  agent: { state: AgentState };
}

/** How a node is doing, as one word: a new node counts as online (contract: Cluster), and waits for its agent. */
export type NodeLook = 'online' | 'offline' | AgentState;

export function lookOf({ online, agent }: ShownNode): NodeLook {
  if (agent.state === 'connected') {
    return 'online';
  }
  return agent.state === 'away' ? (online ? 'online' : 'offline') : agent.state;
}

const tints: Record<NodeLook, TagState> = {
  online: 'ok',
  connected: 'ok',
  offline: 'bad',
  away: 'bad',
  invited: 'waiting',
  none: 'quiet',
  revoked: 'quiet',
};

/** The state of a node: online, offline, or what its agent still needs. */
export function NodeState({ node }: { node: ShownNode }): ReactNode {
  const { t } = useTranslation('nodes');
  const look = lookOf(node);
  return <StatusTag state={tints[look]}>{t(`look_${look}`)}</StatusTag>;
}
