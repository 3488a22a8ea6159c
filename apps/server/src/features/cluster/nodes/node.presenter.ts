import {
  desktopUrlOf,
  type AgentState,
  type ComputeNode,
  type DesktopNode,
  type Language,
  type NodeAgent,
  type OwnDesktop,
  type UserOption,
} from '@clusterdesk/contracts';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import type { NodeEntity } from '../node.entity.js';
import { nameHosts } from '../draining/node-clones.service.js';
import { nodeCloned, nodeFaultSentence, nodeHeld } from '../draining/node-faults.js';

/** The current state of a node's agent. */
function agentStateOf(node: NodeEntity, isInvited: boolean): AgentState {
  if (node.secretHash !== null) {
    return node.isOnline && node.lastSeenAt !== null ? 'connected' : 'away';
  }
  if (isInvited) {
    return 'invited';
  }
  return node.revokedAt === null ? 'none' : 'revoked';
}

function toNodeAgent(node: NodeEntity, timeZone: string): NodeAgent {
  const invitedUntil = node.enrolTokenHash === null ? null : node.enrolExpiresAt;
  const isInvited = invitedUntil !== null && invitedUntil.getTime() > Date.now();
  return {
    state: agentStateOf(node, isInvited),
    lastSeen: node.lastSeenAt?.getTime() ?? null,
    hostname: node.hostname,
    platform: node.platform,
    version: node.agentVersion,
    cpuCount: node.cpuCount,
    memoryBytes: node.memoryBytes === null ? null : Number(node.memoryBytes),
    clonedHosts: node.drainedReason === nodeCloned ? nameHosts(node.recentHosts) : [],
    invitedUntil: isInvited ? wireTime(invitedUntil, timeZone) : null,
  };
}

/** The users a desktop is assigned to, and those who are on it. */
export interface DesktopPeople {
  users: UserOption[];
  userCount: number;
  online: { id: string | null; userName: string }[];
}

export const toDesktopNode = (
  node: NodeEntity,
  people: DesktopPeople,
  timeZone: string,
): DesktopNode => ({
  id: node.id,
  desktopName: node.name,
  lanIp: node.lanIp,
  wanIp: node.wanIp,
  desktopPort: node.desktopPort,
  https: node.https,
  allowFiles: node.allowFiles,
  desktopUrl: desktopUrlOf(node.wanIp, node.desktopPort),
  desktopDescribe: node.description,
  userInfos: people.users,
  userCount: people.userCount,
  online: node.isOnline,
  state: 1,
  onLineUsers: node.isOnline ? people.online : [],
  agent: toNodeAgent(node, timeZone),
});

/** The URL at which browsers open a desktop; null where it has none. */
export function openUrlOf({
  wanIp,
  desktopPort,
  https,
}: Pick<NodeEntity, 'wanIp' | 'desktopPort' | 'https'>): string | null {
  const scheme = https ? 'https' : 'http';
  return wanIp === '' ? null : `${scheme}://${desktopUrlOf(wanIp, desktopPort)}`;
}

export const toOwnDesktop = (
  node: Pick<
    NodeEntity,
    'id' | 'name' | 'description' | 'wanIp' | 'desktopPort' | 'https' | 'isOnline'
  >,
): Omit<OwnDesktop, 'trouble'> => ({
  id: node.id,
  desktopName: node.name,
  desktopDescribe: node.description,
  desktopUrl: desktopUrlOf(node.wanIp, node.desktopPort),
  openUrl: openUrlOf(node),
  online: node.isOnline,
});

export const toComputeNode = (
  node: NodeEntity,
  { queues, cpuUsed }: { queues: readonly string[]; cpuUsed: number | null },
  language: Language,
  timeZone: string,
): ComputeNode => ({
  id: node.id,
  calculationName: node.name,
  lanIp: node.lanIp,
  calculationDescribe: node.description,
  online: node.isOnline,
  state: 1,
  cpus: node.cpuCount,
  cpuUsed,
  queues: [...queues].sort(),
  acceptsJobs: node.acceptsJobs,
  drainedReason: node.drainedReason && nodeFaultSentence(node.drainedReason)[language],
  isHeld: node.drainedReason === nodeHeld,
  agent: toNodeAgent(node, timeZone),
});
