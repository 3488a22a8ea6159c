import {
  AuditOutlined,
  ImportOutlined,
  PlayCircleOutlined,
  RestOutlined,
  SafetyOutlined,
  SaveOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { ProjectRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import type {
  ActionMaker,
  FileActionSet,
} from '../../../shared/file-browser/actions/action-scope.js';
import { downloadAction, fileActions } from '../../../shared/file-browser/actions/file-actions.js';
import { holdsForSelected } from '../../../shared/file-browser/file-rights.js';
import type { FileEntry } from '../../../shared/file-browser/file-space.js';
import { translate } from '../../../shared/i18n/i18n.js';
import { computeHerePath } from '../../../shared/job-in-project.js';
import { paths } from '../../../shared/paths.js';
import { isManagerOf } from '../project-facts.js';

type Take = (items: readonly FileEntry[]) => void;

/** What the page of a project joins its files with. */
export interface ProjectActionOptions {
  project: ProjectRow;
  /** Whether the platform lets this user download at all. */
  canDownload: boolean;
  onDownload: Take;
  /** Applies for what may not be downloaded without. */
  onApply: Take;
  /** Whether this user has the page of jobs: what may not be downloaded may be computed on. */
  mayRunJobs: boolean;
  /** Absent: this user has no disk. */
  onImport?: () => void;
  onSave?: Take;
}

/** Downloading, or applying for it where that has to be approved first. */
const take =
  ({ onDownload, onApply }: ProjectActionOptions): ActionMaker =>
  (scope) =>
    holdsForSelected(scope.selection, scope.rights.canTake)
      ? downloadAction((items) => onDownload(items))(scope)
      : {
          id: 'apply',
          label: translate('projectFiles:apply'),
          icon: <AuditOutlined />,
          run: () => scope.withSelected(onApply),
        };

const computeHere =
  ({ project, canDownload }: ProjectActionOptions): ActionMaker =>
  ({ selection, rights, go }) => {
    const { single } = selection;
    return single && !(canDownload && holdsForSelected(selection, rights.canTake))
      ? {
          id: 'computeHere',
          label: translate('projectFiles:computeHere'),
          icon: <PlayCircleOutlined />,
          run: () => go(computeHerePath(project.id, [single.path])),
        }
      : null;
  };

const save =
  (onSave: Take): ActionMaker =>
  (scope) =>
    holdsForSelected(scope.selection, scope.rights.canTake)
      ? {
          id: 'save',
          label: translate('projectFiles:save'),
          icon: <SaveOutlined />,
          run: () => scope.withSelected(onSave),
        }
      : null;

const importHere =
  (onImport: () => void): ActionMaker =>
  ({ rights }) =>
    rights.canAdd
      ? {
          id: 'import',
          label: translate('projectFiles:import'),
          icon: <ImportOutlined />,
          run: onImport,
        }
      : null;

const permissions =
  (projectId: string): ActionMaker =>
  ({ selection: { single }, go }) =>
    single && {
      id: 'permissions',
      label: translate('projectFiles:permissions'),
      icon: <SafetyOutlined />,
      run: () => go(paths.projectPermissions(projectId, single.path)),
    };

const page =
  (id: 'members' | 'settings' | 'trash', icon: ReactNode, path: string): ActionMaker =>
  ({ go }) => ({ id, label: translate(`projectFiles:${id}`), icon, run: () => go(path) });

/** The actions of a project's files (spec part 1 §2), by what the caller is in it and may do with each entry. */
export function projectActions(options: ProjectActionOptions): FileActionSet {
  const { project, canDownload, onImport, onSave } = options;
  const { id, role } = project;
  const isManager = isManagerOf(project);
  return {
    create: [
      fileActions.upload,
      fileActions.newFolder,
      ...(onImport ? [importHere(onImport)] : []),
    ],
    selected: [
      [
        ...(canDownload ? [take(options), ...(onSave ? [save(onSave)] : [])] : []),
        ...(options.mayRunJobs ? [computeHere(options)] : []),
      ],
      [
        fileActions.unzip,
        fileActions.copyTo,
        fileActions.moveTo,
        fileActions.rename,
        fileActions.remove,
      ],
      isManager ? [permissions(id)] : [],
    ],
    page: [
      ...(role === 'other' ? [] : [page('members', <TeamOutlined />, paths.projectMembers(id))]),
      ...(isManager
        ? [
            page('settings', <SettingOutlined />, paths.projectSettings(id)),
            page('trash', <RestOutlined />, paths.projectTrash(id)),
          ]
        : []),
    ],
  };
}
