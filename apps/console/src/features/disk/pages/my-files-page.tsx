import type { ReactNode } from 'react';
import type { FileBrowserSource } from '../../../shared/file-browser/file-browser-props.js';
import { FileBrowser } from '../../../shared/file-browser/file-browser.js';
import { useTrashCount } from '../api/trash-count.js';
import { UsageBar } from '../components/usage-bar.js';
import { diskActions, type DiskActionOptions } from '../disk-actions.js';
import { diskSpace } from '../disk-space.js';

type MyFilesPageProps = Omit<DiskActionOptions, 'trashCount'> &
  Pick<FileBrowserSource, 'onUpload' | 'onCopy' | 'onOpenFile'>;

/** My files (spec part 1 §2). */
export function MyFilesPage({
  onUpload,
  onCopy,
  onOpenFile,
  ...options
}: MyFilesPageProps): ReactNode {
  const trashCount = useTrashCount();
  return (
    <FileBrowser
      space={diskSpace}
      actions={diskActions({ ...options, trashCount })}
      status={<UsageBar />}
      onUpload={onUpload}
      onCopy={onCopy}
      onOpenFile={onOpenFile}
    />
  );
}
