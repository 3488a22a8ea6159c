import type { AuditSubject } from '../../../platform/http/audit-trail.js';

/** A share, as the log names it: by its first entry. Never by its code. */
export const shareTarget = ({
  id,
  name,
}: {
  id: string;
  name: string;
}): AuditSubject['target'] => ({
  type: 'share',
  id,
  name,
});

/** Of users' names the log keeps so many. */
const namesInLog = 20;

/** Names for the details of a row: how many, and the first of them. */
export const someOf = (userNames: readonly string[]): { count: number; userNames: string[] } => ({
  count: userNames.length,
  userNames: userNames.slice(0, namesInLog),
});
