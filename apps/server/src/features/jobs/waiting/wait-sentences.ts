import type { LocalizedText, WaitChanger } from '@clusterdesk/contracts';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { nodeFaultSentence } from '../../cluster/draining/node-faults.js';
import { jobReasons, type HeldReason } from '../life/job-reasons.js';
import { slurmReasons, type SlurmReason } from '../life/slurm-reasons.js';
import type { WaitReason } from '../life/wait-reason.js';

/** What people read of a reason. */
interface WaitSentences {
  text: LocalizedText;
  changer: WaitChanger;
  /** What that person can do; for `nobody`, what is waited for. */
  advice: LocalizedText;
}

type ReasonOf<Code extends WaitReason['code']> = Extract<WaitReason, { code: Code }>;
type Sentences = {
  [Code in WaitReason['code']]: (
    reason: ReasonOf<Code>,
    timeZone: string,
  ) => Omit<WaitSentences, 'advice'> & {
    advice?: LocalizedText;
  };
};

const namesCn = (names: readonly string[]): string => named(names).join('、');
const namesEn = (names: readonly string[]): string => named(names).join(', ');

/** A sentence names a few. */
const named = (names: readonly string[]): string[] =>
  names.length > 5 ? [...names.slice(0, 5), '…'] : [...names];

/** What each can do where a reason has no advice of its own. */
const usualAdvice: Record<WaitChanger, LocalizedText> = {
  owner: {
    cn: '您可以停止任务，减少核数、内存或时限后重新提交，或改投其他队列',
    en: 'You can stop the job and submit it again with fewer CPUs, less memory or a shorter time limit, or to another queue.',
  },
  administrator: {
    cn: '请联系管理员，或停止任务后改投其他队列',
    en: 'Ask an administrator, or stop the job and submit it to another queue.',
  },
  nobody: { cn: '无需操作，请等待', en: 'There is nothing to do but wait.' },
};

/** Its sentence says what to do. */
const noAdvice: LocalizedText = { cn: '', en: '' };

const holders: Record<HeldReason, WaitChanger> = {
  HELD_BY_OWNER: 'owner',
  HELD_BY_ADMINISTRATOR: 'administrator',
  QUEUE_ACCESS_ENDED: 'administrator',
  IS_ARRAY: 'nobody',
  WAITS_FOR_TURN: 'nobody',
  WAITS_FOR_JOBS: 'nobody',
};

/** Of the others nobody can change anything. */
const slurmChangers: Partial<Record<SlurmReason, WaitChanger>> = {
  SLURM_OFF: 'administrator',
  SLURM_AWAY: 'administrator',
  SLURM_HELD: 'administrator',
  SLURM_PARTITION_CLOSED: 'administrator',
  SLURM_NODES_AWAY: 'administrator',
  SLURM_TOO_LARGE: 'owner',
};

const memory = (mb: number): string =>
  mb >= 1024 ? `${(mb / 1024).toFixed(1).replace(/\.0$/, '')} GiB` : `${mb} MiB`;

const sentences: Sentences = {
  NOT_PLANNED_YET: () => ({
    text: { cn: '正在为任务安排位置', en: 'The job is being given its place.' },
    changer: 'nobody',
  }),
  NOT_CONFIRMED: ({ place }) => ({
    text: {
      cn: `任务已分配${place && `到节点 ${place}`}，等待节点确认`,
      en: `The job has its place${place && ` on node ${place}`} and waits for the node to confirm.`,
    },
    changer: 'nobody',
    advice: {
      cn: '节点恢复联系后自动继续；如持续出现请联系管理员',
      en: 'It goes on by itself when the node answers. If this lasts, tell an administrator.',
    },
  }),
  STARTING: ({ place }) => ({
    text: {
      cn: `任务正在${place && `节点 ${place} 上`}启动`,
      en: `The job is being started${place && ` on node ${place}`}.`,
    },
    changer: 'nobody',
  }),
  PLATFORM_FAULT: ({ until }, timeZone) => ({
    text: {
      cn: `平台暂时无法准备该任务，将于 ${wireTime(until, timeZone)} 后自动重试`,
      en: `The platform cannot prepare the job at the moment and tries again after ${wireTime(until, timeZone)}.`,
    },
    changer: 'administrator',
    advice: { cn: '如持续出现请联系管理员', en: 'If this lasts, tell an administrator.' },
  }),
  NO_NODE: () => ({
    text: { cn: '队列中没有节点', en: 'The queue has no nodes.' },
    changer: 'administrator',
  }),
  TOO_LARGE: ({ cpus, memoryMb }) => ({
    text: {
      cn: `队列中没有节点能提供 ${cpus} 核${memoryMb === null ? '' : `和 ${memory(memoryMb)} 内存`}`,
      en: `No node of the queue gives ${cpus} CPUs${memoryMb === null ? '' : ` and ${memory(memoryMb)} of memory`}.`,
    },
    changer: 'owner',
  }),
  NODES_AWAY: ({ nodes }) => ({
    text: {
      cn: `节点 ${namesCn(nodes)} 离线或不接收任务，恢复后任务自动运行`,
      en: `Offline, or taking no jobs: node ${namesEn(nodes)}. The job starts by itself when one is back.`,
    },
    changer: 'administrator',
  }),
  NETWORK: ({ nodes }) => ({
    text: {
      cn: `队列中的在线节点（${namesCn(nodes)}）都不能提供任务所需的网络`,
      en: `No online node of the queue can give the job the network it needs: ${namesEn(nodes)}.`,
    },
    changer: 'administrator',
  }),
  PROJECTS: ({ nodes }) => ({
    text: {
      cn: `队列中的在线节点（${namesCn(nodes)}）都不能运行项目中的任务`,
      en: `No online node of the queue can hold jobs in projects: ${namesEn(nodes)}.`,
    },
    changer: 'administrator',
  }),
  SEALED_APART: ({ isSealed }) => ({
    text: isSealed
      ? {
          cn: '项目中有其他任务正在运行或排在前面：封闭任务不与它们同时运行，以免内容流出项目',
          en: 'Other jobs of the project run or come first. A sealed job never runs beside them, so that nothing leaves the project.',
        }
      : {
          cn: '项目中有封闭任务正在运行或排在前面：其他任务不与封闭任务同时运行，以免内容流出项目',
          en: 'Sealed jobs of the project run or come first. Others never run beside them, so that nothing leaves the project.',
        },
    changer: 'nobody',
  }),
  NODES_DRAINED: ({ nodes, fault }) => {
    const why = nodeFaultSentence(fault);
    return {
      text: {
        cn: `节点 ${namesCn(nodes)} 已停用：${why.cn}`,
        en: `Out of service: node ${namesEn(nodes)}. ${why.en}`,
      },
      changer: 'administrator',
    };
  },
  NODES_REFUSED: ({ nodes }) => ({
    text: {
      cn: `节点 ${namesCn(nodes)} 未能启动该任务，任务将在节点检修后重试`,
      en: `Nodes that could not start the job: ${namesEn(nodes)}. It is tried again after they were looked at.`,
    },
    changer: 'administrator',
  }),
  CPUS: ({ missing, node }) => ({
    text: {
      cn: `正在等待空闲的 CPU：节点 ${node} 还差 ${missing} 核`,
      en: `Waiting for free CPUs: ${missing} more on node ${node}.`,
    },
    changer: 'owner',
  }),
  MEMORY: ({ missingMb, node }) => ({
    text: {
      cn: `正在等待空闲的内存：节点 ${node} 还差 ${memory(missingMb)}`,
      en: `Waiting for free memory: ${memory(missingMb)} more on node ${node}.`,
    },
    changer: 'owner',
  }),
  SHARE: ({ percent }) => ({
    text: {
      cn: `您的任务已占用队列的 ${percent}% 以上，先轮到其他用户等待的任务`,
      en: `With this job you would hold more than ${percent}% of the queue, so the waiting jobs of other users come first.`,
    },
    changer: 'nobody',
    advice: {
      cn: '您正在运行的任务结束，或其他用户不再等待时，任务即可运行',
      en: 'It can start when a running job of yours ends, or when no other user waits.',
    },
  }),
  OTHERS_FIRST: ({ node }) => ({
    text: {
      cn: `节点 ${node} 的空闲资源已留给排在前面的任务`,
      en: `What is free on node ${node} is kept for a job that comes first.`,
    },
    changer: 'owner',
    advice: {
      cn: '时限较短的任务可以先行：您可以停止任务，缩短时限后重新提交',
      en: 'A job with a shorter time limit may pass: you can stop this one and submit it again with less time.',
    },
  }),
  HELD: ({ reason }) => ({ text: jobReasons[reason], changer: holders[reason], advice: noAdvice }),
  SLURM: ({ reason }) => ({
    text: slurmReasons[reason],
    changer: slurmChangers[reason] ?? 'nobody',
    advice: noAdvice,
  }),
};

/** A reason in words. */
export function waitSentences(reason: WaitReason, timeZone: string): WaitSentences {
  // The table has the right entry for each code; the compiler does not follow a union through it.
  const describe = sentences[reason.code] as (
    of: WaitReason,
    timeZone: string,
  ) => ReturnType<Sentences['CPUS']>;
  const said = describe(reason, timeZone);
  return { ...said, advice: said.advice ?? usualAdvice[said.changer] };
}
