import type { WorkbenchFigures } from '@clusterdesk/contracts';
import { nearlyFullPercent, percentOf } from '../../../shared/lib/format/format.js';
import { paths } from '../../../shared/paths.js';

/** Something that waits for the user: how many, how pressing it is, and where it is dealt with. */
export interface Matter {
  kind: 'awaitingMe' | 'approvalsEnding' | 'newShares' | 'quotaNear' | 'hostsTroubled';
  /** How many; of the quota the percent that is used. */
  count: number;
  isPressing: boolean;
  to: string;
}

/** What waits for the user, the most pressing first; what is not the user's to know is not among it. */
export function mattersOf({ approvals, disk, hosts, newShares }: WorkbenchFigures): Matter[] {
  const { usedBytes = null, quotaBytes = null } = disk ?? {};
  const percent = usedBytes === null || quotaBytes === null ? 0 : percentOf(usedBytes, quotaBytes);
  const matters: Matter[] = [
    {
      kind: 'hostsTroubled',
      count: hosts?.troubled ?? 0,
      isPressing: true,
      to: paths.monitoring,
    },
    {
      kind: 'quotaNear',
      count: percent >= nearlyFullPercent ? percent : 0,
      isPressing: true,
      to: paths.myFiles,
    },
    {
      kind: 'awaitingMe',
      count: approvals?.awaitingMe ?? 0,
      isPressing: false,
      to: paths.approvalsOf('2'),
    },
    {
      kind: 'approvalsEnding',
      count: approvals?.ending ?? 0,
      isPressing: false,
      to: paths.approvalsOf('1'),
    },
    { kind: 'newShares', count: newShares ?? 0, isPressing: false, to: paths.receivedShares },
  ];
  return matters.filter(({ count }) => count > 0);
}
