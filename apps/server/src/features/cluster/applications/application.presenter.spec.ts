import { describe, expect, it } from '@jest/globals';
import { manifestOf } from '@clusterdesk/tests/features/application-manifest.js';
import { fileManifest } from './catalogue/manifest.js';
import { installStatusOf, toHostApplication } from './application.presenter.js';

const manifest = fileManifest.parse(manifestOf('htop'));
const counts = {
  ...{ online: 3, installed: 0, outdated: 0, failed: 0, working: 0 },
  ...{ removable: 0, updatable: 0, retryable: 0, reasons: [], failedActions: [] },
};
const say = (more: object, language: 'cn' | 'en' = 'en'): string =>
  toHostApplication(manifest, { ...counts, ...more }, language).message;

describe('the install status', () => {
  it.each([
    [{ online: 3, installed: 0, working: 0 }, 0],
    [{ online: 3, installed: 2, working: 0 }, 0],
    [{ online: 3, installed: 3, working: 0 }, 1],
    [{ online: 3, installed: 3, working: 1 }, 2],
    // Nowhere is not everywhere.
    [{ online: 0, installed: 0, working: 0 }, 0],
    // A node that went offline may still be at work.
    [{ online: 0, installed: 0, working: 1 }, 2],
  ] as const)('of %j is %d', (of, status) => {
    expect(installStatusOf(of)).toBe(status);
  });

  it('says why it is not on all nodes, and nothing where nothing was tried', () => {
    expect(say({})).toBe('');
    expect(say({ installed: 2 })).toBe('Installed on only 2 of 3 online nodes.');
    expect(say({ outdated: 1, installed: 2 })).toContain('1 of 3 online nodes have another');
    expect(say({ online: 0 })).toContain('No suitable node');
    expect(say({ failed: 1, reasons: ['AGENT_NOT_ROOT'] }, 'cn')).toContain('不是以 root 运行');
    expect(say({ failed: 1, reasons: ['OF_A_LATER_VERSION'] })).toContain('Read the log');
    expect(say({ installed: 3, failed: 1, reasons: ['SCRIPT_FAILED'] })).toBe('');
  });

  it('says what failed, and gives no reason of one node for that of all', () => {
    const failed = { failed: 2, reasons: ['SCRIPT_FAILED'], failedActions: ['uninstall'] };
    expect(say(failed)).toBe(
      'Uninstalling failed on 2 of 3 online nodes: The script failed. Its output says why.',
    );
    expect(say(failed, 'cn')).toBe('卸载在 3 个在线节点中的 2 个上失败：脚本执行失败，请查看输出');
    expect(
      say({
        ...failed,
        reasons: ['SCRIPT_FAILED', 'AGENT_NOT_ROOT'],
        failedActions: ['install', 'update'],
      }),
    ).toBe(
      'The last script failed on 2 of 3 online nodes: for different reasons; see the results by node.',
    );
  });
});
