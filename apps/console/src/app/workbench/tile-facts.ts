import type { WorkbenchFacts } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import { formatSize } from '../../shared/lib/format/format.js';
import { paths } from '../../shared/paths.js';

type Words = TFunction<'workbench'>;

/** What the page of a menu would say first, by the menu's path; null says nothing: not known, or not the caller's to know. */
type TileFact = (facts: WorkbenchFacts, t: Words) => string | null;

/** "2 running · 1 pending"; what there is none of is left out, unless there is nothing at all. */
function jobsFact({ jobs }: WorkbenchFacts, t: Words): string | null {
  if (!jobs) {
    return null;
  }
  const { running, waiting } = jobs;
  const parts = [
    ...(running > 0 ? [t('factRunning', { count: running })] : []),
    ...(waiting > 0 ? [t('factWaiting', { count: waiting })] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : t('factNoJobs');
}

function diskFact({ disk }: WorkbenchFacts, t: Words): string | null {
  if (!disk || disk.usedBytes === null) {
    return null;
  }
  const used = formatSize(disk.usedBytes);
  return disk.quotaBytes === null
    ? t('factUsed', { used })
    : t('factUsedOf', { used, quota: formatSize(disk.quotaBytes) });
}

const facts: Record<string, TileFact> = {
  [paths.myFiles]: diskFact,
  [paths.jobs]: jobsFact,
  [paths.monitoring]: ({ hosts }, t) => hosts && t('factHosts', hosts),
};

/** The live fact on a tile; null where its page has none. */
export const tileFact = (
  path: string,
  known: WorkbenchFacts | undefined,
  t: Words,
): string | null => (known && facts[path]?.(known, t)) ?? null;
