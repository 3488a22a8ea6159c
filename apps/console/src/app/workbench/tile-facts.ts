import type { WorkbenchFigures } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import { formatSize } from '../../shared/lib/format/format.js';
import { pathOf } from '../../shared/menus/menu-leaves.js';
import { paths } from '../../shared/paths.js';

type Words = TFunction<'workbench'>;

/** What the page of a menu would say first, by the menu's path; null says nothing: not known, or not the caller's to know. */
type TileFact = (facts: WorkbenchFigures, t: Words) => string | null;

/** What there is, in one line; null for nothing. */
const listed = (parts: readonly (string | false)[]): string | null =>
  parts.filter((part) => part !== false).join(' · ') || null;

/** "2 running · 1 pending"; what there is none of is left out, unless there is nothing at all. */
function jobsFact({ jobs }: WorkbenchFigures, t: Words): string | null {
  if (!jobs) {
    return null;
  }
  const { running, waiting } = jobs;
  return (
    listed([
      running > 0 && t('factRunning', { count: running }),
      waiting > 0 && t('factWaiting', { count: waiting }),
    ]) ?? t('factNoJobs')
  );
}

function diskFact({ disk }: WorkbenchFigures, t: Words): string | null {
  if (!disk || disk.usedBytes === null) {
    return null;
  }
  const used = formatSize(disk.usedBytes);
  return disk.quotaBytes === null
    ? t('factUsed', { used })
    : t('factUsedOf', { used, quota: formatSize(disk.quotaBytes) });
}

/** "2 awaiting me · 1 of mine pending", as above. */
function approvalsFact({ approvals }: WorkbenchFigures, t: Words): string | null {
  if (!approvals) {
    return null;
  }
  const { awaitingMe, pending } = approvals;
  return (
    listed([
      awaitingMe > 0 && t('factAwaitingMe', { count: awaitingMe }),
      pending > 0 && t('factApplied', { count: pending }),
    ]) ?? t('factNoApplications')
  );
}

const projectsFact =
  (of: 'managed' | 'joined'): TileFact =>
  ({ projects }, t) =>
    projects && t('factProjects', { count: projects[of] });

const facts: Record<string, TileFact> = {
  [paths.myFiles]: diskFact,
  [paths.jobs]: jobsFact,
  [pathOf(paths.managedProjects)]: projectsFact('managed'),
  [pathOf(paths.joinedProjects)]: projectsFact('joined'),
  [paths.approvals]: approvalsFact,
  [paths.monitoring]: ({ hosts }, t) => hosts && t('factHosts', hosts),
};

/** Whether a tile may have one: it keeps the room for it. */
export const hasTileFact = (path: string): boolean => path in facts;

/** The live fact on a tile; null where its page has none. */
export const tileFact = (
  path: string,
  known: WorkbenchFigures | undefined,
  t: Words,
): string | null => (known && facts[path]?.(known, t)) ?? null;
