import type { ReactNode } from 'react';
import { ProjectSettingsPage } from '../../../features/projects/settings/project-settings-page.js';
import { paths } from '../../../shared/paths.js';
import { useIsAllowed } from '../../menus/menus-context.js';

/** The settings of a project; who manages users gives quotas to projects, too. */
export const ProjectSettingsRoute = (): ReactNode => (
  <ProjectSettingsPage canSetQuota={useIsAllowed()(paths.users)} />
);
