import type { AuditSubject } from '../../platform/http/audit-trail.js';

/** An application, as the log names it: by its first entry. */
export const applicationTarget = ({
  id,
  name,
}: {
  id: string;
  name: string;
}): AuditSubject['target'] => ({ type: 'application', id, name });
