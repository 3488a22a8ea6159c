import type { ReactNode } from 'react';
import type { FileBrowserSource } from '../../../shared/file-browser/file-browser-props.js';
import { UsageBar } from '../../../shared/file-browser/details/usage-bar.js';
import { FileBrowser } from '../../../shared/file-browser/file-browser.js';
import { useTrashCount } from '../api/trash-count.js';
import { useUsage } from '../api/usage.js';
import { diskActions, type DiskActionOptions } from '../disk-actions.js';
import { diskSpace } from '../disk-space.js';

type MyFilesPageProps = Omit<DiskActionOptions, 'trashCount'> &
  Pick<FileBrowserSource, 'onUpload' | 'onCopy' | 'onOpenFile' | 'Origin' | 'Beside'>;

/** My files (spec part 1 §2). */
export function MyFilesPage({
  onUpload,
  onCopy,
  onOpenFile,
  Origin,
  Beside,
  ...options
}: MyFilesPageProps): ReactNode {
  const trashCount = useTrashCount();
  const usage = useUsage();
  return (
    <FileBrowser
      space={diskSpace}
      actions={diskActions({ ...options, trashCount })}
      status={<UsageBar query={usage} />}
      onUpload={onUpload}
      onCopy={onCopy}
      onOpenFile={onOpenFile}
      Origin={Origin}
      Beside={Beside}
    />
  );
}
