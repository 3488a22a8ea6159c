import { jobSorts, jobStatuses, type JobSort, type JobStatus } from '@clusterdesk/contracts';
import { useListView } from '../../shared/ui/table/list-url.js';
import type { Sorting } from '../../shared/ui/table/data-table/data-table-types.js';
import { useListSorting } from '../../shared/ui/table/sorting/use-list-sorting.js';

const names = [
  'owner',
  'status',
  'username',
  'jobName',
  'queue',
  'submitted',
  'sort',
  'order',
] as const;
type Name = (typeof names)[number];

/** What the job list shows, as its URL says it; what makes no sense there narrows nothing. */
export interface JobListView {
  owner: 'own' | 'all';
  status: JobStatus | '';
  username: string;
  jobName: string;
  /** Empty: any. */
  queueName: string;
  /** When they were submitted, as `SearchFilter.changed`; empty: any time. */
  submitted: string;
  /** Null: newest first. */
  sorting: (Sorting & { id: JobSort }) | null;
  pageNum: number;
  size: number;
  setPage: (pageNum: number, size: number) => void;
  change: (part: Partial<Record<Name, string>>) => void;
  sortBy: (sorting: Sorting | null) => void;
  /** Shows all jobs again; whose, and in which order, stays. */
  clear: () => void;
}

/** @param seesAll whether the caller may see the jobs of others */
export function useJobListView(seesAll: boolean): JobListView {
  const { filter, pageNum, size, narrow: change, setPage } = useListView<Name>(names);
  const isAll = seesAll && filter.owner === 'all';
  const { sorting, remember } = useListSorting('jobs', jobSorts, filter);
  return {
    owner: isAll ? 'all' : 'own',
    status: jobStatuses.find((known) => known === filter.status) ?? '',
    username: isAll ? filter.username : '',
    jobName: filter.jobName,
    queueName: filter.queue,
    submitted: filter.submitted,
    sorting,
    pageNum,
    size,
    setPage,
    change,
    sortBy: (next) => change({ ...remember(next) }),
    clear: () => change({ status: '', username: '', jobName: '', queue: '', submitted: '' }),
  };
}
