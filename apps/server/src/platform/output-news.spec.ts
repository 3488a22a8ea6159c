import { describe, expect, it } from '@jest/globals';
import { limits } from '@clusterdesk/contracts';
import { join, newsOf, type Untold } from './output-news.js';

const untold = (offset: number, data: Buffer, attempt = 1): Untold => ({
  ...{ attempt, offset, nextOffset: offset + data.length, data, time: offset },
});

describe('news of output', () => {
  it('bring what is new as a call from the same place would give it', () => {
    const first = untold(10, Buffer.from('你好').subarray(0, 4));
    const cut = { offset: 10, nextOffset: 13, text: '你', isUtf8: true, time: 10 };
    expect(newsOf(first)).toEqual({ attempt: 1, nextOffset: 14, output: cut });
    const both = join(first, untold(14, Buffer.from('你好').subarray(4)));
    const whole = { offset: 10, nextOffset: 16, text: '你好', isUtf8: true, time: 10 };
    expect(newsOf(both)).toEqual({ attempt: 1, nextOffset: 16, output: whole });
    // 测试, and a line of it that is not whole.
    const gbk = { offset: 0, nextOffset: 5, text: '测试\n', isUtf8: false, time: 0 };
    expect(newsOf(untold(0, Buffer.from('b2e2cad40ab2', 'hex'))).output).toEqual(gbk);
  });

  it.each([
    ['more than an event takes', 1, 100, limits.jobOutputEventBytes],
    ['what does not follow', 1, 101, 1],
    ['another attempt', 2, 100, 1],
  ])('say of %s only where it ends', (_, attempt, offset, size) => {
    const next = untold(offset, Buffer.alloc(size, 'x'), attempt);
    const news = newsOf(join(untold(0, Buffer.alloc(100, 'x')), next));
    expect(news).toEqual({ attempt, nextOffset: offset + size });
  });

  it('stay without output once there was too much', () => {
    const much = { ...untold(0, Buffer.of()), nextOffset: 9_000, data: null };
    expect(newsOf(join(much, untold(9_000, Buffer.from('x'))))).not.toHaveProperty('output');
  });
});
