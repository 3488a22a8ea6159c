import { beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkbenchFigures } from '@clusterdesk/contracts';
import { createInstance, type TFunction } from 'i18next';
import { hasTileFact, tileFact } from './tile-facts.js';
import { words } from './words.en.js';

let t: TFunction<'workbench'>;
const facts: WorkbenchFigures = {
  jobs: { running: 2, waiting: 1 },
  hosts: { online: 3, total: 4, troubled: null },
  disk: { usedBytes: 1024 ** 3, quotaBytes: null },
  projects: { managed: 2, joined: 1 },
  approvals: { awaitingMe: 3, pending: 1, ending: 0 },
  newShares: null,
  unreadNotifications: 0,
  setup: null,
  undeclaredProxyAt: null,
};

beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', resources: { en: { workbench: words } } });
  t = i18n.getFixedT('en', 'workbench');
});

describe('the fact on a tile', () => {
  it('is what its page would say first', () => {
    expect(tileFact('/taskManangement', facts, t)).toBe('2 running · 1 pending');
    expect(tileFact('/platformMonitoring', facts, t)).toBe('3 of 4 online');
    expect(tileFact('/myDoc', facts, t)).toBe('1.00 GB used');
    expect(tileFact('/managementProject', facts, t)).toBe('2 projects');
    expect(tileFact('/joinProject', facts, t)).toBe('1 project');
    expect(tileFact('/aduitProject', facts, t)).toBe('3 waiting for me · 1 of mine pending');
    expect(tileFact('/roleManagement', facts, t)).toBeNull();
    expect(['/myDoc', '/roleManagement'].map(hasTileFact)).toEqual([true, false]);
  });

  it('names what there is, and the quota where there is one', () => {
    const other = {
      ...facts,
      jobs: { running: 0, waiting: 1 },
      disk: { usedBytes: 1024 ** 3, quotaBytes: 2 * 1024 ** 3 },
      approvals: { awaitingMe: 0, pending: 0, ending: 0 },
    };
    expect(tileFact('/aduitProject', other, t)).toBe('Nothing pending');
    expect(tileFact('/taskManangement', other, t)).toBe('1 pending');
    expect(tileFact('/myDoc', other, t)).toBe('1.00 GB / 2.00 GB');
  });

  it('is left out while it is not known, and for whom has not its page', () => {
    expect(tileFact('/myDoc', undefined, t)).toBeNull();
    const none = {
      ...facts,
      jobs: null,
      hosts: null,
      disk: { usedBytes: null, quotaBytes: null },
      projects: null,
      approvals: null,
    };
    for (const path of [
      '/myDoc',
      '/taskManangement',
      '/platformMonitoring',
      '/managementProject',
      '/joinProject',
      '/aduitProject',
    ]) {
      expect(tileFact(path, none, t)).toBeNull();
    }
  });
});
