import type { QueueView } from '../../upload/queue/upload-store.js';
import type { GroupView, UploadItem, UploadState } from '../../upload/queue/upload-group.js';
import type { Uploads } from '../../upload/uploads.js';
import { UploadItemRow, UploadRow } from './late-rows.js';
import type { PanelRow } from './panel-rows.js';
import { withBatches } from '../with-batches.js';

/** What needs somebody first, what is under way next, what is done last. */
const itemOrder: readonly UploadState[] = [
  'failed',
  'offline',
  'uploading',
  'checking',
  'paused',
  'waiting',
  'complete',
];

function sorted(items: readonly UploadItem[]): UploadItem[] {
  const byState = new Map(itemOrder.map((state) => [state, [] as UploadItem[]]));
  items.forEach((item) => byState.get(item.state)?.push(item));
  return [...byState.values()].flat();
}

/** What is under way first, what is done last. */
const inOrder = (groups: readonly GroupView[]): GroupView[] => [
  ...groups.filter((group) => group.state !== 'complete'),
  ...groups.filter((group) => group.state === 'complete'),
];

interface UploadRowsOptions {
  uploads: Uploads;
  opened: ReadonlySet<string>;
  onToggle: (groupId: string) => void;
  onShow: (group: GroupView) => void;
  /** What so many files chosen together are called. */
  batchName: (count: number) => string;
}

/** The rows of this window's uploads; opened folders and batches with their files. */
export const uploadRows = (
  view: QueueView,
  { uploads, opened, onToggle, onShow, batchName }: UploadRowsOptions,
): PanelRow[] =>
  inOrder(withBatches(view.groups, batchName)).flatMap((group) => {
    const isOpen = group.isFolder && opened.has(group.id);
    const row: PanelRow = {
      key: group.id,
      draw: () => (
        <UploadRow
          group={group}
          uploads={uploads}
          isOpen={isOpen}
          onToggle={() => onToggle(group.id)}
          onShow={onShow}
        />
      ),
    };
    return isOpen
      ? [
          row,
          ...sorted(group.items).map((item) => ({
            key: item.id,
            draw: () => <UploadItemRow item={item} uploads={uploads} />,
          })),
        ]
      : [row];
  });
