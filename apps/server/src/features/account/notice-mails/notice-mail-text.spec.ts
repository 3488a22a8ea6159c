import { describe, expect, it } from '@jest/globals';
import * as contracts from '@clusterdesk/contracts';
import { noticeSentences } from '@clusterdesk/contracts/notice-sentences';
import { subjectOf, textOf } from './notice-mail-text.js';

const job = (jobName: string, count = 1) => ({
  kind: contracts.jobEndedNotice.kind,
  payload: { jobId: '1', jobName, status: 'FAILED', exitCode: 2 },
  count,
});
const share = {
  kind: contracts.shareReceivedNotice.kind,
  payload: { shareId: '1', sharer: 'Ann', name: 'a.txt', entries: 3, isDropBox: false },
  count: 1,
};

describe('the mail of notices', () => {
  it('has a sentence for every kind', () => {
    const kinds = Object.entries(contracts)
      .filter(([name]) => name.endsWith('Notice'))
      .map(([, kind]) => (kind as contracts.NotificationKind).kind);
    expect(kinds.length).toBeGreaterThan(15);
    expect(noticeSentences.map(({ kind }) => kind).sort()).toEqual(kinds.sort());
  });

  it('tells as the bell does, in both languages, with plurals', () => {
    const told = { notices: [job('x', 4), share], total: 2 };
    expect(textOf(told, 'en', null)).toBe(
      '- Job “x”: Failed\n  Exit code 2 … and 3 more\n- Ann shared “a.txt” and 2 more items with you',
    );
    expect(textOf(told, 'cn', null)).toBe(
      '- 任务「x」失败\n  退出码 2 ……另有 3 条\n- Ann 向您分享了「a.txt」及另外 2 项',
    );
    expect([subjectOf(1).en, subjectOf(2).en]).toEqual([
      'ClusterDesk: 1 new notification',
      'ClusterDesk: 2 new notifications',
    ]);
  });

  it('leads to the platform and to the choices where the address is known, and nowhere else', () => {
    const told = { notices: [job('x')], total: 1 };
    expect(textOf(told, 'en', null)).not.toContain('http');
    const text = textOf(told, 'en', 'https://desk.example.com');
    expect(text.match(/https:\S+/g)).toEqual([
      'https://desk.example.com/',
      `https://desk.example.com${contracts.noticeChoicesPath}`,
    ]);
  });

  it('keeps long texts short and their lines together, and says of what it cannot read that it is there', () => {
    const message = {
      kind: contracts.feedbackLeftNotice.kind,
      payload: { by: 'Ben', text: `one\n\n- two ${'x'.repeat(600)}` },
      count: 1,
    };
    const [first, second, more] = textOf({ notices: [message], total: 9 }, 'en', null).split('\n');
    expect(first).toBe('- Ben left a message');
    expect(second).toMatch(/^ {2}one - two x+…$/);
    expect(more).toBe('');
    const unknown = { kind: 'future.kind', payload: {}, count: 1 };
    expect(textOf({ notices: [unknown], total: 1 }, 'en', null)).toBe('- New notification');
  });
});
