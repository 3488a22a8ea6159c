import type { AuditSubject } from '../../platform/http/audit-trail.js';

/** A project, as the log names it. */
export const projectTarget = (project: {
  id: string;
  projectName: string;
}): AuditSubject['target'] => ({
  type: 'project',
  id: project.id,
  name: project.projectName,
});
