import type { LocalizedText, RefusalOf } from '@clusterdesk/contracts';

/** Why a run waits or failed: what the agent refused it for, or what became of it. */
export type RunReason =
  | RefusalOf<'application'>
  | 'AGENT_REFUSED'
  | 'SCRIPT_FAILED'
  | 'SCRIPT_TIMEOUT'
  | 'SCRIPT_LOST'
  | 'NODE_AWAY'
  | 'NODE_SILENT'
  | 'NODE_LOST'
  | 'NODE_DELETED';

const sentences: Record<RunReason, LocalizedText> = {
  AGENT_APPLICATIONS_NOT_ALLOWED: {
    cn: '该主机不允许安装应用，如需安装请在主机的 AGENT_ALLOW 中加入 applications',
    en: 'The host does not allow applications to be installed. Its operator can add “applications” to AGENT_ALLOW.',
  },
  AGENT_NOT_ROOT: {
    cn: '该主机的代理不是以 root 运行，无法安装应用',
    en: "The host's agent does not run as root, so it cannot install anything.",
  },
  AGENT_JOB_INVALID: {
    cn: '该主机的代理无法识别此命令，请升级代理',
    en: "The host's agent does not understand the command. Install the agent that comes with this server.",
  },
  AGENT_APPLICATION_BUSY: {
    cn: '该主机正在运行另一个应用的脚本，完成后自动继续',
    en: 'The host is working on another application; this one follows automatically.',
  },
  AGENT_SPOOL_FAILED: {
    cn: '该主机的磁盘无法保存脚本，请检查磁盘空间',
    en: 'The host cannot store the script on its disk. Check its disk space.',
  },
  AGENT_APPLICATION_LATE: {
    cn: '主机的代理离线过久，脚本未运行，请重试',
    en: 'The agent of the host was away for too long, so the script did not run. Retry it.',
  },
  AGENT_REFUSED: {
    cn: '该主机拒绝执行，请查看主机上代理的日志',
    en: 'The host refused the script. Read the log of its agent.',
  },
  SCRIPT_FAILED: {
    cn: '脚本执行失败，请查看输出',
    en: 'The script failed. Its output says why.',
  },
  SCRIPT_TIMEOUT: {
    cn: '脚本运行超过 30 分钟，已被终止',
    en: 'The script ran for more than 30 minutes and was ended.',
  },
  SCRIPT_LOST: {
    cn: '脚本未运行完毕主机就停止了，请重试',
    en: 'The host stopped before the script had ended. Retry it.',
  },
  NODE_AWAY: {
    cn: '节点一直离线，脚本未能发送，上线后可重试',
    en: 'The node stayed offline, so the script was never sent. Retry when it is back.',
  },
  NODE_SILENT: {
    cn: '节点一直没有应答，脚本可能未运行',
    en: 'The node did not answer; the script may not have run.',
  },
  NODE_LOST: {
    cn: '脚本运行期间与节点失去联系，且已超过最长时间',
    en: 'The node was silent for longer than a script may take.',
  },
  NODE_DELETED: {
    cn: '节点已被删除',
    en: 'The node was deleted.',
  },
};

/** The sentence for a stored code: empty for no code, and a general one for an unknown code. */
export function reasonSentence(code: string): LocalizedText {
  if (code === '') {
    return { cn: '', en: '' };
  }
  return Object.hasOwn(sentences, code) ? sentences[code as RunReason] : sentences.AGENT_REFUSED;
}
