import { Column } from 'typeorm';
import type { Principal, SessionTarget } from '../../platform/http/access/principal.js';

/** How a target is stored, with a code and with the session that it opens. */
export abstract class TargetColumns {
  /** The desktop that it is for; null: it is for a menu, or a user's own session. */
  @Column({ type: 'uuid', nullable: true })
  targetNodeId: string | null;

  /** The menu that leads to the site that it is for. */
  @Column({ type: 'text', nullable: true })
  targetMenuId: string | null;

  @Column({ type: 'text', nullable: true })
  targetName: string | null;

  @Column({ type: 'text', nullable: true })
  targetNameEn: string | null;

  @Column({ type: 'boolean', default: false })
  allowFiles: boolean;
}

export const targetColumnsOf = (target: SessionTarget): TargetColumns => ({
  targetNodeId: target.kind === 'desktop' ? target.id : null,
  targetMenuId: target.kind === 'site' ? target.id : null,
  targetName: target.name,
  targetNameEn: target.nameEn,
  allowFiles: target.allowFiles,
});

/** SQL: the columns of `TargetColumns` of a row. */
export const targetColumns = (row: string): string =>
  `${row}.target_node_id AS "targetNodeId", ${row}.target_menu_id AS "targetMenuId",
   ${row}.target_name AS "targetName", ${row}.target_name_en AS "targetNameEn", ${row}.allow_files AS "allowFiles"`;

/** Null: the user's own session. */
export function readTarget(columns: TargetColumns): SessionTarget | null {
  const { targetNodeId, targetMenuId, targetName, targetNameEn, allowFiles } = columns;
  const id = targetNodeId ?? targetMenuId;
  return id === null
    ? null
    : {
        kind: targetNodeId === null ? 'site' : 'desktop',
        id,
        name: targetName ?? '',
        nameEn: targetNameEn ?? '',
        allowFiles,
      };
}

/** A user's rights in a session for a target: none, or the user's own disk. */
export function narrowTo(target: SessionTarget, caller: Principal): Principal {
  const hasDisk = caller.isSystemAdministrator || caller.permissions.has('disk.use');
  return {
    ...caller,
    isSystemAdministrator: false,
    permissions: new Set(target.allowFiles && hasDisk ? ['disk.use'] : []),
    canDownload: target.allowFiles && caller.canDownload,
    target,
  };
}
