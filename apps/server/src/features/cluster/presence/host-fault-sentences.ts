import { badReach, type LocalizedText, type NodeKind } from '@clusterdesk/contracts';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { nodeFaultSentence } from '../draining/node-faults.js';

/** How a host is, as the platform knows it at this moment. */
export interface HostState {
  nodeId: string;
  name: string;
  kind: NodeKind;
  isOnline: boolean;
  /** Null: it was never there. */
  lastSeenAt: Date | null;
  acceptsJobs: boolean;
  /** Why it is out of service, as a code of `node-faults.ts`; null: it is not. */
  drainedReason: string | null;
  /** As it told within five minutes, as the next two; null: not known. */
  roundTripMs: number | null;
  clockOffMs: number | null;
  /** Percent of its fullest file system. */
  fullestPercent: number | null;
  /** How often it lost its connection within the last hour. */
  cuts: number;
}

/** From here on nothing that works on a host can write there, percent. */
const fullPercent = 99;
/** Fewer cuts in an hour are a restart, or an upgrade. */
const manyCuts = 3;

/** A span in the unit in which it is a number for people. */
function spanOf(ms: number): LocalizedText {
  const minutes = ms / 60_000;
  if (minutes < 2) {
    const seconds = Math.round(ms / 1_000);
    return { cn: `${seconds} 秒`, en: `${seconds} s` };
  }
  const [cn, en, count] = minutes < 120 ? ['分钟', 'min', minutes] : ['小时', 'h', minutes / 60];
  return { cn: `${Math.round(count)} ${cn}`, en: `${Math.round(count)} ${en}` };
}

/** What is wrong with a host, in words for whoever has something there; null: nothing. Of one that is away only that. */
export function hostFaultSentence(host: HostState, timeZone: string): LocalizedText | null {
  if (host.lastSeenAt === null && host.kind === 'desktop') {
    // It opens without an agent, and nothing is known of it.
    return null;
  }
  if (host.lastSeenAt === null) {
    return { cn: '尚未接入平台', en: 'It has never connected to the platform.' };
  }
  if (!host.isOnline) {
    const time = wireTime(host.lastSeenAt, timeZone);
    return { cn: `离线，最后一次联系：${time}`, en: `Offline, last heard from at ${time}.` };
  }
  const { roundTripMs, clockOffMs, fullestPercent, cuts } = host;
  const found: LocalizedText[] = [];
  if (host.kind === 'compute' && !host.acceptsJobs) {
    found.push({ cn: '在线，但不接受任务', en: 'Online, but takes no jobs.' });
  }
  if (host.drainedReason !== null) {
    found.push(nodeFaultSentence(host.drainedReason));
  }
  if (fullestPercent !== null && fullestPercent >= fullPercent) {
    found.push({ cn: '磁盘已满', en: 'One of its disks is full.' });
  }
  if (cuts >= manyCuts) {
    found.push({
      cn: `最近一小时内与平台断开 ${cuts} 次`,
      en: `Lost its connection to the platform ${cuts} times in the last hour.`,
    });
  }
  if (roundTripMs !== null && roundTripMs > badReach.roundTripMs) {
    const ms = Math.round(roundTripMs);
    found.push({
      cn: `与平台的连接缓慢，往返一次需要 ${ms} 毫秒`,
      en: `Slow connection to the platform: ${ms} ms there and back.`,
    });
  }
  if (clockOffMs !== null && Math.abs(clockOffMs) > badReach.clockOffMs) {
    const off = spanOf(Math.abs(clockOffMs));
    found.push({
      cn: `时钟${clockOffMs > 0 ? '快' : '慢'} ${off.cn}`,
      en: `Its clock is ${off.en} ${clockOffMs > 0 ? 'ahead' : 'behind'}.`,
    });
  }
  return found.length === 0
    ? null
    : {
        cn: found.map(({ cn }) => cn).join('；'),
        en: found.map(({ en }) => en).join(' '),
      };
}
