import { endpoints, type CopyState, type ProjectRow } from '@clusterdesk/contracts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../../shared/api/call.js';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import type { FileEntry } from '../../../shared/file-browser/file-space.js';
import { useSaveHere } from '../../../shared/file-browser/move-copy/use-save-here.js';
import { projectSpace } from '../project-space.js';
import { ProjectPickerDialog } from './project-picker-dialog.js';

interface SaveToProjectProps {
  /** Entries of the own disk; another list is another question. */
  items: readonly FileEntry[];
  onBegun: (state: CopyState) => void;
}

/** Asks for a folder of the project as soon as it is drawn, and stays to say when all of it is there. */
function IntoProject({ project, items, onBegun }: SaveToProjectProps & { project: ProjectRow }) {
  const { id: projectId } = project;
  const { chooseFolder, dialogs } = useSaveHere(
    projectSpace(projectId),
    null,
    async (paths, dir, operation) => [
      await call(endpoints.projectFiles.saveFromDisk, {
        projectId,
        paths,
        dir,
        operation,
        async: true,
      }),
    ],
    onBegun,
  );
  const ask = useRef(() => chooseFolder(items));
  useEffect(() => ask.current(), []);
  return dialogs;
}

/** Saves entries of My files into a project: which one, which folder of it, then what becomes of taken names. */
export function SaveToProject({ items, onBegun }: SaveToProjectProps): ReactNode {
  const [project, setProject] = useState<ProjectRow | null>(null);
  const [isOpen, setIsOpen] = useState(true);
  if (project) {
    return <IntoProject project={project} items={items} onBegun={onBegun} />;
  }
  return (
    isOpen && (
      <ProjectPickerDialog
        count={items.length}
        onPick={(chosen) => {
          // The space is called as its project, which the page of the project would have asked for.
          queryClient.setQueryData(
            queryKeyOf(endpoints.projects.detail, { id: chosen.id }),
            chosen,
          );
          setProject(chosen);
        }}
        onClose={() => setIsOpen(false)}
      />
    )
  );
}
