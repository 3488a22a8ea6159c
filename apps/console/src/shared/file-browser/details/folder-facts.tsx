import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { fileKeys, type FileEntry, type FileSpace } from '../file-space.js';
import { measureQuery, measureWords } from '../folder-sizes/measure.js';

interface FolderFactsProps {
  space: FileSpace;
  entry: FileEntry;
}

/** How many entries a folder holds itself; asked for while it is the one selected. */
export function FolderCount({ space, entry }: FolderFactsProps): ReactNode {
  const { t } = useTranslation('files');
  const { data, error } = useQuery({
    queryKey: fileKeys.summary(space.ref, entry.path),
    queryFn: ({ signal }) => space.summary(entry.path, signal),
  });
  if (error) {
    return messageOf(error);
  }
  return data ? t('folderHolds', { count: data.total, folders: data.folders }) : '…';
}

/** How much lies below a folder; measured while it is the one selected, and no longer. */
export function FolderSize({ space, entry }: FolderFactsProps): ReactNode {
  const { t } = useTranslation('files');
  const { data, error } = useQuery(measureQuery(space, entry));
  if (error) {
    return messageOf(error);
  }
  if (!data) {
    return t('measuring');
  }
  return measureWords(data, t);
}
