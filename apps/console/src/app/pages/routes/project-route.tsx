import type { ReactNode } from 'react';
import { diskSpace } from '../../../features/disk/disk-space.js';
import { ProjectPage } from '../../../features/projects/browse/project-page.js';
import { projects } from '../../../features/projects/feature.js';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import { addWords } from '../../../shared/i18n/i18n.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { paths } from '../../../shared/paths.js';
import { useCanDownload } from '../../../shared/users/use-can-download.js';
import { MadeBy } from '../made-by.js';
import { useIsAllowed } from '../../menus/menus-context.js';

const EntryComments = lazyComponent(async () => {
  const [code] = await Promise.all([
    import('../../../features/projects/comments/entry-comments.js'),
    // Not by `withWords`, which knows all pages: this is one of them.
    addWords('comments', projects.words.comments),
  ]);
  return code.EntryComments;
});

/** Joins a project's files with the transfers that move them, and with the disk that they come from and go to. */
export function ProjectRoute(): ReactNode {
  const { upload, download, copy, preview, followCopy } = useTransfers();
  const hasDisk = useIsAllowed()(paths.myFiles);
  return (
    <ProjectPage
      canDownload={useCanDownload()}
      disk={hasDisk ? diskSpace : null}
      onUpload={upload}
      onDownload={download}
      onCopy={copy}
      onOpenFile={(space, file, among) => {
        const files = among.includes(file) ? among : [file];
        preview(space, files, files.indexOf(file));
      }}
      onCopyBegun={followCopy}
      Origin={MadeBy}
      Beside={EntryComments}
    />
  );
}
