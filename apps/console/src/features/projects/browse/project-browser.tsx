import type { CopyState, ProjectRow, SpaceRef } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isRefusal } from '../../../shared/api/api-error.js';
import { UsageBar } from '../../../shared/file-browser/details/usage-bar.js';
import { FileBrowser } from '../../../shared/file-browser/file-browser.js';
import type { FileBrowserSource } from '../../../shared/file-browser/file-browser-props.js';
import type { FileRights } from '../../../shared/file-browser/file-rights.js';
import type { FileEntry, FileSpace } from '../../../shared/file-browser/file-space.js';
import type { PickedFile } from '../../../shared/files/picked-file.js';
import { useTitlePart } from '../../../shared/lib/dom/document-title.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { useVisit } from '../../../shared/notifications/visits.js';
import { paths } from '../../../shared/paths.js';
import { entryRightsOf, projectUsage } from '../api/project-queries.js';
import { isManagerOf } from '../project-facts.js';
import { projectSpace } from '../project-space.js';
import { ApplyDialog } from './apply-dialog.js';
import { rightsOf } from './entry-rights.js';
import { projectActions } from './project-actions.js';
import { useImport } from './use-import.js';
import { useSaveToDisk } from './use-save-to-disk.js';
import { PermissionNote } from './why-note.js';

/** What `app` joins a project's files with: transfers, and the own disk that things come from and go to. */
export interface ProjectPageOptions {
  /** Whether the platform lets this user download at all. */
  canDownload: boolean;
  /** Null: this user has none, so nothing comes from there or is saved there. */
  disk: FileSpace | null;
  onUpload: (space: SpaceRef, dir: string, picked: PickedFile[]) => void;
  onDownload: (space: SpaceRef, items: readonly FileEntry[]) => void;
  onCopy: (
    space: SpaceRef,
    ...input: Parameters<FileBrowserSource['onCopy']>
  ) => ReturnType<FileBrowserSource['onCopy']>;
  onOpenFile: (space: SpaceRef, file: FileEntry, among: readonly FileEntry[]) => void;
  /** What another feature knows of a file of a project. */
  Origin?: FileBrowserSource['Origin'];
  /** What is said of an entry at the end of its details, for members. */
  Beside?: FileBrowserSource['Beside'];
  /** Shows how far a copy is that a call has begun. */
  onCopyBegun: (state: CopyState) => void;
}

interface ProjectBrowserProps extends ProjectPageOptions {
  project: ProjectRow;
}

/** What the caller may do in the folder shown and with its entries. */
function useFileRights(project: ProjectRow, dir: string): FileRights {
  const isManager = isManagerOf(project);
  const { data, error } = useQuery({ ...entryRightsOf(project.id, dir), enabled: !isManager });
  return {
    // A member may add wherever he may look; of others the switches say it, and of a folder that is refused nothing is offered.
    canAdd: isManager || (!isRefusal(error) && (data?.canAdd ?? project.role === 'member')),
    canEdit: (entry) => rightsOf(entry).edit,
    canTake: (entry) => rightsOf(entry).download,
  };
}

/** The files of a project, with what the caller may do with each. */
export function ProjectBrowser({ project, disk, ...options }: ProjectBrowserProps): ReactNode {
  const { id } = project;
  const { canDownload, onCopyBegun } = options;
  const space = projectSpace(id);
  const [search] = useSearchParams();
  const dir = search.get('dir') || '/';
  useWatch({ topic: 'folder', space: 'project', spaceId: id, dir });
  // By whichever entrance.
  useVisit(paths.project(id));
  useTitlePart('thing', dir === '/' ? project.projectName : null);
  const rights = useFileRights(project, dir);
  const mayRunJobs = useHasMenu(paths.jobs);
  const usage = useQuery({ ...projectUsage(id), enabled: project.role !== 'other' });
  const [applied, setApplied] = useState<readonly FileEntry[] | null>(null);
  const importing = useImport({ projectId: id, space, dir, onBegun: onCopyBegun });
  // Without a disk nothing is offered that would use this.
  const saving = useSaveToDisk(id, disk ?? space, onCopyBegun);
  const openFile = (file: FileEntry, among: readonly FileEntry[]): void => {
    if (rights.canTake(file) || !canDownload) {
      options.onOpenFile(space.ref, file, among.filter(rights.canTake));
    } else {
      setApplied([file]);
    }
  };
  return (
    <>
      <FileBrowser
        space={space}
        rights={rights}
        actions={projectActions({
          project,
          canDownload,
          onDownload: (items) => options.onDownload(space.ref, items),
          onApply: setApplied,
          mayRunJobs,
          ...(disk && { onImport: () => importing.start(disk), onSave: saving.chooseFolder }),
        })}
        status={<UsageBar query={usage} />}
        note={(shown, selected) => (
          <PermissionNote
            project={project}
            dir={shown}
            selected={selected}
            canDownload={canDownload}
            onApply={setApplied}
          />
        )}
        Origin={options.Origin}
        Beside={project.role === 'other' ? undefined : options.Beside}
        isBounded
        onUpload={(target, picked) => options.onUpload(space.ref, target, picked)}
        onCopy={(...input) => options.onCopy(space.ref, ...input)}
        onOpenFile={openFile}
      />
      {importing.dialogs}
      {saving.dialogs}
      {applied && (
        <ApplyDialog
          project={project}
          space={space}
          dir={dir}
          items={applied}
          onClose={() => setApplied(null)}
        />
      )}
    </>
  );
}
