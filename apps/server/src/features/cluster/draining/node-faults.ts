import type { LocalizedText, refusalReasons, RefusalOf } from '@clusterdesk/contracts';

/** The refusals of jobs that are a node's own fault. */
export type NodeFaultCode = {
  [Code in RefusalOf<'job'>]: (typeof refusalReasons)[Code]['fault'] extends 'node' ? Code : never;
}[RefusalOf<'job'>];

/** A node's fault whose code this version does not know, from a later agent. */
export const unknownNodeFault = 'AGENT_REFUSED';

/** More than one host uses the node's credentials. Ends when the node is enrolled again. */
export const nodeCloned = 'NODE_CLONED';

/** An administrator took the node out of service. Ends when one returns it. */
export const nodeHeld = 'NODE_HELD';

/** The sentences that say why a node is drained. */
export const nodeFaults: Record<
  NodeFaultCode | typeof unknownNodeFault | typeof nodeCloned | typeof nodeHeld,
  LocalizedText
> = {
  NODE_CLONED: {
    cn: '多台主机正在使用该节点的凭据，请管理员重新注册其中一台',
    en: 'More than one host uses the credentials of this node. An administrator should enroll one of them again.',
  },
  NODE_HELD: {
    cn: '管理员已停用该节点，恢复后才会分配任务',
    en: 'An administrator took this node out of service; it gets jobs again when it is returned.',
  },
  AGENT_JOBS_NOT_ALLOWED: {
    cn: '节点设置为不运行任务，请联系管理员或另选队列',
    en: 'The node is set not to run jobs. Ask an administrator, or choose another queue.',
  },
  AGENT_FILES_ROOT_UNSET: {
    cn: '节点未设置用户文件目录，因此不予运行任务，请管理员设置 AGENT_FILES_ROOT',
    en: 'The node does not know where the users’ files are, so it runs no jobs. An administrator should set AGENT_FILES_ROOT.',
  },
  AGENT_FOLDER_OUTSIDE: {
    cn: '节点设置的用户文件目录与平台不一致，请管理员检查 AGENT_FILES_ROOT',
    en: 'The node looks for the users’ files in another place than the platform. An administrator should check AGENT_FILES_ROOT.',
  },
  AGENT_JOBS_UNCONFINED: {
    cn: '节点无法隔离任务，因此不予运行，请联系管理员',
    en: 'The node cannot confine jobs, so it runs none. Ask an administrator.',
  },
  AGENT_NETWORK_MISSING: {
    cn: '节点无法为任务提供队列所要求的网络，请管理员检查该节点',
    en: 'The node cannot give jobs the network that their queue requires. An administrator should check the node.',
  },
  AGENT_PROJECTS_UNCONFINED: {
    cn: '节点无法只向任务展示项目中允许的内容，因此不予运行，请管理员检查 AGENT_PROJECTS_ROOT 以及任务的隔离方式',
    en: 'The node cannot show jobs single entries of a project, so it runs none there. An administrator should check AGENT_PROJECTS_ROOT and how jobs are confined.',
  },
  AGENT_CONFINEMENT_FAILED: {
    cn: '节点隔离任务失败，请管理员检查该节点',
    en: 'The node failed to confine a job. An administrator should check the node.',
  },
  AGENT_FOLDER_UNREACHABLE: {
    cn: '节点上无法访问共享文件，请管理员检查该节点的挂载',
    en: "The node cannot reach the shared files. An administrator should check the node's mounts.",
  },
  AGENT_ACCOUNT_RANGE: {
    cn: '节点没有可分配给该用户的账号，请管理员检查该节点的 AGENT_JOB_UIDS 设置',
    en: 'The node has no account for this user. An administrator should check its AGENT_JOB_UIDS.',
  },
  AGENT_FILES_UNSHARED: {
    cn: '节点无法让平台与任务共同拥有用户的文件，请管理员查看节点日志',
    en: 'The node cannot let platform and job both own the user’s files. An administrator should read its log.',
  },
  AGENT_ACCOUNT_LOOKUP_FAILED: {
    cn: '节点无法查询账号，请管理员检查该节点的账号服务',
    en: 'The node cannot look up accounts. An administrator should check its account service.',
  },
  AGENT_SPOOL_FAILED: {
    cn: '节点磁盘无法保存任务，请管理员检查该节点的磁盘空间',
    en: 'The node cannot store jobs on its disk. An administrator should check its disk space.',
  },
  AGENT_SPOOL_FULL: {
    cn: '节点上的任务已达上限，稍后会自动重试',
    en: 'The node already holds as many jobs as it can. It is retried automatically.',
  },
  AGENT_REFUSED: {
    cn: '节点拒绝运行任务，请管理员查看节点日志',
    en: 'The node refused to run jobs. An administrator should read its log.',
  },
};

/** The sentence for a stored code; a code of a later version gets a general one. */
export function nodeFaultSentence(code: string): LocalizedText {
  return Object.hasOwn(nodeFaults, code)
    ? nodeFaults[code as keyof typeof nodeFaults]
    : nodeFaults[unknownNodeFault];
}
