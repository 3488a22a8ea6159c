import { describe, expect, it } from '@jest/globals';
import { hostFaultSentence, type HostState } from './host-fault-sentences.js';

const well: HostState = {
  ...{ nodeId: '1', name: 'n1', kind: 'compute', isOnline: true, lastSeenAt: new Date(0) },
  acceptsJobs: true,
  ...{ drainedReason: null, roundTripMs: 500, clockOffMs: -5_000, fullestPercent: 98, cuts: 2 },
};
const say = (more: Partial<HostState>) => hostFaultSentence({ ...well, ...more }, 'Asia/Shanghai');

describe('what is wrong with a host', () => {
  it('is nothing up to the bounds, or where nothing is known', () => {
    expect(say({})).toBeNull();
    expect(say({ kind: 'desktop', acceptsJobs: false })).toBeNull();
    expect(say({ kind: 'desktop', lastSeenAt: null })).toBeNull();
    expect(say({ roundTripMs: null, clockOffMs: null, fullestPercent: null })).toBeNull();
  });

  it.each<[string, Partial<HostState>, RegExp, RegExp]>([
    ['never there', { lastSeenAt: null }, /^尚未接入平台$/, /^It has never connected/],
    [
      'away',
      { isOnline: false, clockOffMs: 9_000 },
      /^离线，最后一次联系：1970-01-01 08:00:00$/,
      /^Offline, last heard from at 1970-01-01 08:00:00\.$/,
    ],
    ['no jobs', { acceptsJobs: false }, /^在线，但不接受任务$/, /^Online, but takes no jobs\.$/],
    ['out of service', { drainedReason: 'NODE_CLONED' }, /凭据/, /credentials/],
    ['full', { fullestPercent: 99 }, /^磁盘已满$/, /disks is full/],
    ['cut off often', { cuts: 3 }, /断开 3 次$/, /3 times in the last hour/],
    ['far', { roundTripMs: 500.6 }, /需要 501 毫秒$/, /501 ms there and back/],
    ['ahead', { clockOffMs: 9_000 }, /^时钟快 9 秒$/, /9 s ahead/],
    ['behind', { clockOffMs: -6_000 }, /^时钟慢 6 秒$/, /6 s behind/],
    ['minutes behind', { clockOffMs: -120_000 }, /^时钟慢 2 分钟$/, /2 min behind/],
    ['hours ahead', { clockOffMs: 8 * 3_600_000 }, /^时钟快 8 小时$/, /8 h ahead/],
  ])('is that it is %s', (_what, more, cn, en) => {
    expect(say(more)?.cn).toMatch(cn);
    expect(say(more)?.en).toMatch(en);
  });

  it('is all of it', () => {
    expect(say({ fullestPercent: 100, clockOffMs: 9_000 })).toEqual({
      cn: '磁盘已满；时钟快 9 秒',
      en: 'One of its disks is full. Its clock is 9 s ahead.',
    });
  });
});
