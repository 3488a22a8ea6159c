import { answerCodes, limits, type NodeKind } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

/** There is no node of this kind and id. */
export class NodeNotFoundError extends domainError('NODE_NOT_FOUND', answerCodes.notFound, {
  cn: '节点不存在或已被删除，请刷新列表',
  en: 'This node does not exist, or it was deleted. Reload the list.',
}) {}

/** Another node of the kind has this name, or one that looks the same. */
export class NodeNameTakenError extends DomainError {
  constructor(kind: NodeKind) {
    super('NODE_NAME_TAKEN', answerCodes.conflict, {
      cn:
        kind === 'desktop'
          ? '已有同名或名称相近的桌面，请换一个名称'
          : '已有同名或名称相近的主机，请换一个名称',
      en:
        kind === 'desktop'
          ? 'Another desktop has this name, or one that looks the same. Choose another name.'
          : 'Another host has this name, or one that looks the same. Choose another name.',
    });
  }
}

/** A compute node with running jobs is not deleted: it could no longer report their end. */
export class NodeBusyError extends domainError('NODE_BUSY', answerCodes.conflict, {
  cn: '该节点上还有任务在运行，请先停止这些任务或等待其结束',
  en: 'Jobs are still running on this node. Stop them, or wait for them to end.',
}) {}

/** A node that gets no jobs because more than one host uses its credentials is brought back by an enrolment alone. */
export class NodeClonedError extends domainError('NODE_CLONED', answerCodes.conflict, {
  cn: '多台主机正在使用该节点的凭据，请先重新注册其中一台',
  en: 'More than one host uses the credentials of this node. Enroll one of them again first.',
}) {}

/** A user to whom a desktop is to be assigned was deleted. */
export class DesktopUserUnknownError extends domainError(
  'DESKTOP_USER_UNKNOWN',
  answerCodes.invalid,
  {
    cn: '所选用户中有人已被删除，请刷新后重新选择',
    en: 'One of the selected users no longer exists. Reload the page and choose again.',
  },
) {}

/** Together with those whom others added, there are more users than a desktop can have. */
export class DesktopFullError extends domainError('DESKTOP_FULL', answerCodes.conflict, {
  cn: `一个桌面最多可分配给 ${limits.nodeMaxUsers} 个用户`,
  en: `A desktop can be assigned to at most ${limits.nodeMaxUsers} users.`,
}) {}

/** Setting a desktop's address or users allows impersonating the desktop to its users. */
export class DesktopGiverError extends domainError('DESKTOP_GIVER', answerCodes.notAllowed, {
  cn: '该桌面的用户中有人拥有您没有的权限，其地址和用户请由系统管理员设置',
  en: 'One of the users of this desktop has permissions that you do not have. Ask a system administrator to set its address and users.',
}) {}

/** Only system administrators decide whether a desktop's host may read its users' files. */
export class DesktopFilesError extends domainError('DESKTOP_FILES', answerCodes.notAllowed, {
  cn: '是否允许桌面访问用户的文件，只能由系统管理员设置',
  en: 'Only a system administrator can let a desktop reach its users’ files.',
}) {}

/** No session to end was named. */
export class DesktopSessionUnnamedError extends domainError(
  'DESKTOP_SESSION_UNNAMED',
  answerCodes.invalid,
  {
    cn: '请指定要关闭的用户或会话',
    en: 'Specify the user or the session to close.',
  },
) {}

/** The session is over, or the user has none. */
export class DesktopSessionNotFoundError extends domainError(
  'DESKTOP_SESSION_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '该桌面会话已结束，请刷新列表',
    en: 'This desktop session has already ended. Reload the list.',
  },
) {}

/** The host did not answer, or cannot be reached now: the state of its sessions is unknown. */
export class DesktopAgentAwayError extends DomainError {
  constructor(desktops: readonly string[]) {
    const names = desktops.join(', ');
    super('DESKTOP_AGENT_AWAY', answerCodes.unavailable, {
      cn: `桌面 ${names} 没有应答，会话可能仍在运行，请稍后重试`,
      en: `The desktop ${names} did not respond; sessions may still be running there. Try again in a moment.`,
    });
  }
}

/** The host looked again, and sessions are still there. */
export class DesktopSessionsLeftError extends DomainError {
  constructor(desktops: readonly string[]) {
    const names = desktops.join(', ');
    super('DESKTOP_SESSIONS_LEFT', answerCodes.unavailable, {
      cn: `桌面 ${names} 未能结束全部会话，请稍后重试，或在该主机上查看`,
      en: `The desktop ${names} could not end all sessions. Try again in a moment, or check that host.`,
    });
  }
}
