import type { LocalizedText } from '@clusterdesk/contracts';

/** Why a job of a Slurm queue waits or ended. */
export const slurmReasons = {
  SLURM_OFF: {
    cn: '平台未启用 Slurm，任务会保留并在启用后自动提交；请联系管理员',
    en: 'Slurm is not configured on this platform. The job is kept and is submitted once it is; ask an administrator.',
  },
  SLURM_AWAY: {
    cn: 'Slurm 暂时没有响应，任务不会丢失，恢复后自动继续；如持续出现请联系管理员',
    en: 'Slurm does not answer at the moment. Nothing is lost, and the job goes on when it answers. If this lasts, tell an administrator.',
  },
  SLURM_SOON: {
    cn: '任务即将由 Slurm 安排运行',
    en: 'Slurm is about to schedule the job.',
  },
  SLURM_RESOURCES: {
    cn: '正在等待 Slurm 中有空闲的 CPU、内存或节点',
    en: 'Waiting for CPUs, memory or nodes to become free in Slurm.',
  },
  SLURM_OTHERS_FIRST: {
    cn: 'Slurm 中优先级更高的任务在前，轮到后自动运行',
    en: 'Jobs of higher priority come first in Slurm; the job starts by itself after them.',
  },
  SLURM_HELD: {
    cn: '任务在 Slurm 中被挂起，释放后才会运行；请联系管理员',
    en: 'The job is held in Slurm and starts once it is released. Ask an administrator.',
  },
  SLURM_PARTITION_CLOSED: {
    cn: 'Slurm 分区当前停用，恢复后任务自动运行；请联系管理员或另选队列',
    en: 'The Slurm partition is closed at the moment; the job starts when it opens. Ask an administrator, or choose another queue.',
  },
  SLURM_NODES_AWAY: {
    cn: '任务所需的 Slurm 节点不可用，恢复后自动运行；如持续出现请联系管理员',
    en: 'The Slurm nodes that the job needs are not available; it starts when they are. If this lasts, tell an administrator.',
  },
  SLURM_LIMIT: {
    cn: '已达到 Slurm 对您或您所在账户的限额，其他任务结束后自动运行',
    en: 'The limit that Slurm has for you or your account is reached; the job starts when others have ended.',
  },
  SLURM_TOO_LARGE: {
    cn: '任务的要求超出 Slurm 分区的限制，可能一直无法运行；请减少核数或时限，或另选队列后重新提交',
    en: 'The job asks for more than the Slurm partition gives and may never start. Ask for fewer CPUs or less time, or choose another queue, and submit it again.',
  },
  SLURM_WAITS: {
    cn: '任务正在 Slurm 中等待，满足条件后自动运行',
    en: 'The job waits in Slurm and starts by itself when its conditions are met.',
  },
  SLURM_REFUSED: {
    cn: 'Slurm 拒绝了该任务，原因见任务日志；请修改后重新提交，或联系管理员',
    en: 'Slurm refused the job; its log says why. Change the job and submit it again, or ask an administrator.',
  },
  SLURM_ACCOUNT_UNKNOWN: {
    cn: '集群上没有与您的登录名同名、可运行任务的账号，请联系管理员创建后重新提交',
    en: 'The cluster has no account with your login name that may run jobs. Ask an administrator to make it, and submit again.',
  },
  SLURM_LAUNCH_FAILED: {
    cn: '节点无法启动任务：工作目录须位于您在集群上的主目录中且可进入；请检查后重新提交',
    en: 'The node could not start the job. Its work folder must exist in your home folder on the cluster; check it and submit again.',
  },
  SLURM_CANCELLED: {
    cn: '任务在 Slurm 中被取消，并非通过平台；如有疑问请联系管理员',
    en: 'The job was cancelled in Slurm itself, not by the platform. Ask an administrator if that is wrong.',
  },
  SLURM_FORGOT: {
    cn: 'Slurm 已没有该任务的记录，无法得知其结果；请检查日志，必要时重新提交',
    en: 'Slurm has no record of the job any more, so nobody knows how it ended. Look at its log, and submit it again if needed.',
  },
} as const satisfies Record<string, LocalizedText>;

/** A code of Slurm's in a job's row. */
export type SlurmReason = keyof typeof slurmReasons;

export function isSlurmReason(code: string): code is SlurmReason {
  return Object.hasOwn(slurmReasons, code);
}
