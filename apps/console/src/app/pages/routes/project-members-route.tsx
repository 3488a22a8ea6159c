import type { ReactNode } from 'react';
import { useCallerDetail } from '../../../features/identity/api/caller-detail.js';
import { ProjectMembersPage } from '../../../features/projects/members/project-members-page.js';

/** The page of a project's people, who knows who looks at it. */
export const ProjectMembersRoute = (): ReactNode => (
  <ProjectMembersPage userId={useCallerDetail()?.id ?? ''} />
);
