import { useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { diskSpace } from '../../../features/disk/disk-space.js';
import { MyFilesPage } from '../../../features/disk/pages/my-files-page.js';
import { projects } from '../../../features/projects/feature.js';
import { shares } from '../../../features/shares/feature.js';
import { useClientTools } from '../../../features/transfer/client-tools/client-tools-provider.js';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import type { FileEntry } from '../../../shared/file-browser/file-space.js';
import { addWords } from '../../../shared/i18n/i18n.js';
import { hasMenu } from '../../../shared/menus/menu-leaves.js';
import { paths } from '../../../shared/paths.js';
import { useCanDownload } from '../../../shared/users/use-can-download.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { placeOf } from '../../file-spaces.js';
import { MadeBy } from '../made-by.js';
import { useIsAllowed, useMenus } from '../../menus/menus-context.js';

const SaveToProject = lazyComponent(async () => {
  const [code] = await Promise.all([
    import('../../../features/projects/save/save-to-project.js'),
    // Not by `withWords`, which knows all pages: this is one of them.
    addWords('projectFiles', projects.words.projectFiles),
  ]);
  return code.SaveToProject;
});

const SharedIn = lazyComponent(async () => {
  const [code] = await Promise.all([
    import('../../../features/shares/entry/shared-in.js'),
    addWords('shares', shares.words.shares),
  ]);
  return code.SharedIn;
});

const FavouritesPage = lazyComponent(
  async () => (await import('../../../features/disk/pages/favourites-page.js')).FavouritesPage,
);

/** Joins the disk's page with the transfers that move its files, and with the projects that they are saved to. */
export function MyFilesRoute(): ReactNode {
  const { preview } = useTransfers();
  const [search] = useSearchParams();
  return search.get('view') === 'favourites' ? (
    <FavouritesPage placeOf={placeOf} onOpenFile={(space, file) => preview(space, [file], 0)} />
  ) : (
    <MyFiles />
  );
}

function MyFiles(): ReactNode {
  const { upload, download, copy, preview, followCopy } = useTransfers();
  const { showTools, openClient } = useClientTools();
  const navigate = useNavigate();
  const menus = useMenus();
  const hasShares = hasMenu(menus, paths.myShares);
  const mayRunJobs = useIsAllowed()(paths.newJob);
  const hasProjects = [paths.managedProjects, paths.joinedProjects].some((path) =>
    hasMenu(menus, path),
  );
  const [saved, setSaved] = useState<{ items: readonly FileEntry[]; number: number } | null>(null);
  return (
    <>
      <MyFilesPage
        canDownload={useCanDownload()}
        onUpload={(dir, picked) => upload(diskSpace.ref, dir, picked)}
        onDownload={(items) => download(diskSpace.ref, items)}
        onCopy={(copied, dir, operation) => copy(diskSpace.ref, copied, dir, operation)}
        onOpenFile={(file, among) => {
          const files = among.includes(file) ? among : [file];
          preview(diskSpace.ref, files, files.indexOf(file));
        }}
        Origin={MadeBy}
        {...(hasShares ? { Beside: SharedIn } : {})}
        onDownloadClient={showTools}
        onOpenClient={openClient}
        {...(mayRunJobs
          ? { onSubmitJob: ({ path }) => void navigate(paths.jobFromScript(path)) }
          : {})}
        {...(hasProjects
          ? {
              onSaveToProject: (items) =>
                setSaved((before) => ({ items, number: (before?.number ?? 0) + 1 })),
            }
          : {})}
      />
      {saved && (
        <SaveToProject
          key={saved.number}
          items={saved.items}
          onBegun={followCopy}
          onMissing={() => setSaved(null)}
        />
      )}
    </>
  );
}
