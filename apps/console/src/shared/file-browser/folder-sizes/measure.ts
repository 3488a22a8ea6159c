import type { FolderMeasure } from '@clusterdesk/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { formatSize } from '../../lib/format/format.js';
import { fileKeys, type FileEntry, type FileSpace } from '../file-space.js';

/** How long an answer holds: what changes further below does not change the entry, so nothing tells of it. */
export const measureHoldsMs = 30_000;

/** How much lies below a folder: one answer, whoever shows it. */
export const measureQuery = ({ ref, reads }: FileSpace, entry: FileEntry) =>
  queryOptions({
    queryKey: [...fileKeys.details(ref, entry), 'measure'],
    queryFn: ({ signal }) => reads.measure?.(entry.path, signal) ?? Promise.resolve(null),
    staleTime: measureHoldsMs,
  });

/** A measure in full: how much in how many files, whether that is all, and what is not part of it. */
export function measureWords(measure: FolderMeasure, t: TFunction<'files'>): string {
  const { bytes, files, folders, hidden, isWhole } = measure;
  const words = { size: formatSize(bytes), count: files, folders };
  const size = t(isWhole ? 'folderSize' : 'folderSizeAtLeast', words);
  return hidden > 0 ? `${size} · ${t('hiddenCount', { count: hidden })}` : size;
}
