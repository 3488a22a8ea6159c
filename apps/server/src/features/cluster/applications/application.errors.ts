import { answerCodes } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** The catalogue has no application of this name and version. */
export class ApplicationNotFoundError extends domainError(
  'APPLICATION_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '应用目录中没有该应用或该版本，请刷新列表',
    en: 'The catalogue does not have this application, or has another version of it. Reload the list.',
  },
) {}

/** A script is no longer the one that was read before the decision. */
export class ApplicationChangedError extends domainError(
  'APPLICATION_CHANGED',
  answerCodes.conflict,
  {
    cn: '该应用的脚本在您查看后已变更，没有运行；请重新打开，查看新的脚本',
    en: 'A script of this application was changed after you read it, so nothing was run. Open it again and read the new script.',
  },
) {}

/** Not every chosen node can take the script now; none was given it. */
export class ApplicationNodesChangedError extends DomainError {
  constructor(count: number) {
    super('APPLICATION_NODES_CHANGED', answerCodes.conflict, {
      cn: `所选节点中有 ${count} 个已离线、已删除或无需此操作，没有运行；请重新选择`,
      en: `Of the chosen nodes ${count} went offline, were deleted or need no such action, so nothing was run. Choose again.`,
    });
  }
}

/** Nodes still run its scripts: the next decision has to wait for them. */
export class ApplicationBusyError extends domainError('APPLICATION_BUSY', answerCodes.conflict, {
  cn: '该应用正在部分节点上安装、更新或卸载，请等待完成后再操作',
  en: 'Nodes are still working on this application. Wait until they have finished.',
}) {}

/** A script from an earlier decision may still run on hosts that did not answer. */
export class ApplicationMayRunError extends DomainError {
  constructor(nodes: readonly string[]) {
    const names = nodes.join(', ');
    super('APPLICATION_MAY_STILL_RUN', answerCodes.conflict, {
      cn: `节点 ${names} 上之前的脚本可能仍在运行，请等待该节点应答或脚本超时（最长 30 分钟）后再试`,
      en: `The previous script may still be running on ${names}. Wait until the node responds, or up to 30 minutes.`,
    });
  }
}

/** The decision applies to no online node. */
export class ApplicationNowhereError extends DomainError {
  constructor(action: 'install' | 'uninstall' | 'update') {
    super('APPLICATION_NO_NODES', answerCodes.conflict, {
      cn:
        action === 'install'
          ? '没有适合该应用的在线节点，请等待节点上线后再试'
          : '没有已安装该应用的在线节点',
      en:
        action === 'install'
          ? 'No suitable node is online. Try again when one is.'
          : 'No online node has this application.',
    });
  }
}

/** There is nothing to retry. */
export class ApplicationNothingFailedError extends domainError(
  'APPLICATION_NOTHING_FAILED',
  answerCodes.conflict,
  {
    cn: '没有可重试的在线节点，请刷新列表',
    en: 'There is no online node to retry on. Reload the list.',
  },
) {}

/** The application never ran a script on this node. */
export class ApplicationRunNotFoundError extends domainError(
  'APPLICATION_RUN_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '该节点没有该应用的运行记录，请刷新列表',
    en: 'This application has not run on this node. Reload the list.',
  },
) {}
