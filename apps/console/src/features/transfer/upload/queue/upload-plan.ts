import { limits } from '@clusterdesk/contracts';
import { operationOf, type UploadEntry, type UploadUnit } from '../engines/upload-engine.js';

/** A form writes these percent-encoded or unescaped, so a server could not tell what the name was. */
const unsafeInForm = /["\\\r\n]|%(22|0A|0D)/i;

/**
 * Whether a file may travel with others in one form. Keeping both is left to tus: a form that is sent again after its
 * answer got lost would keep it twice.
 */
export function isBatchable(entry: UploadEntry): boolean {
  const { group, item } = entry;
  return (
    group.space.space === 'disk' &&
    item.sizeBytes <= limits.batchFileBytes &&
    operationOf(entry) !== '2' &&
    !unsafeInForm.test(item.relativePath + item.fileName)
  );
}

const formOf = (entry: UploadEntry): string => [entry.group.dir, operationOf(entry)].join('|');

/** Takes what goes next out of `pending`: its first file, with as many small ones like it as fit into a form. */
export function nextUnit(pending: UploadEntry[]): UploadUnit | null {
  const first = pending[0];
  if (!first) {
    return null;
  }
  if (first.item.folders || !isBatchable(first)) {
    pending.shift();
    return { kind: first.item.folders ? 'folders' : 'file', entries: [first] };
  }
  const form = formOf(first);
  const taken = new Set<UploadEntry>();
  let bytes = 0;
  for (const entry of pending) {
    if (entry.item.folders || !isBatchable(entry) || formOf(entry) !== form) {
      continue;
    }
    if (taken.size >= limits.batchFiles || bytes + entry.item.sizeBytes > limits.batchBytes) {
      break;
    }
    taken.add(entry);
    bytes += entry.item.sizeBytes;
  }
  let kept = 0;
  for (const entry of pending) {
    if (!taken.has(entry)) {
      pending[kept] = entry;
      kept += 1;
    }
  }
  pending.length = kept;
  return { kind: 'batch', entries: [...taken] };
}
