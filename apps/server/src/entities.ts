import { AuditLogEntity } from './features/audit/audit-log.entity.js';
import { MenuIconEntity } from './features/users/menus/icons/menu-icon.entity.js';
import { UserRemovalEntity } from './features/users/leaving/user-removal.entity.js';
import { NotificationEntity } from './features/notifications/notification.entity.js';
import { MenuEntity } from './features/users/menus/menu.entity.js';
import { RoleEntity } from './features/users/roles/role.entity.js';
import { SessionEntity } from './features/sessions/session.entity.js';
import { SignInCodeEntity } from './features/sessions/sign-in/sign-in-code.entity.js';
import { FetchTicketEntity } from './features/sessions/fetch-tickets/fetch-ticket.entity.js';
import { UserEntity } from './features/users/user.entity.js';
import { VerificationCodeEntity } from './features/account/verification-code.entity.js';
import { NodeEntity } from './features/cluster/node.entity.js';
import { ScriptJobEntity } from './features/jobs/script-job.entity.js';
import { CopyEntryEntity } from './features/copies/copy-entry.entity.js';
import { CopyTaskEntity } from './features/copies/copy-task.entity.js';
import { DownloadPackageEntity } from './features/downloads/packages/download-package.entity.js';
import { DownloadTicketEntity } from './features/downloads/download-ticket.entity.js';
import { UploadEntity } from './features/uploads/upload.entity.js';
import { DownloadPackageEntryEntity } from './features/downloads/packages/download-package-entry.entity.js';
import { SpaceEntryEntity } from './features/spaces/entries/space-entry.entity.js';
import { ShareEntity } from './features/shares/share.entity.js';
import { ShareReceiverEntity } from './features/shares/share-receiver.entity.js';
import { ShareVisitEntity } from './features/shares/share-visit.entity.js';
import { ShareVisitorEntity } from './features/shares/visitors/share-visitor.entity.js';
import { ProjectEntity } from './features/projects/project.entity.js';
import { ApplicationVoteEntity } from './features/approvals/entities/application-vote.entity.js';
import { ApplicationEntity } from './features/approvals/entities/application.entity.js';
import { SettingEntity } from './platform/settings/setting.entity.js';

/** The classes of tables; some tables are only for SQL. A bundle has no folders to search, so they are listed. */
export const entities = [
  SettingEntity,
  UserEntity,
  RoleEntity,
  MenuEntity,
  MenuIconEntity,
  UserRemovalEntity,
  SessionEntity,
  SignInCodeEntity,
  FetchTicketEntity,
  VerificationCodeEntity,
  AuditLogEntity,
  NotificationEntity,
  NodeEntity,
  ScriptJobEntity,
  UploadEntity,
  SpaceEntryEntity,
  DownloadPackageEntity,
  DownloadPackageEntryEntity,
  DownloadTicketEntity,
  CopyTaskEntity,
  CopyEntryEntity,
  ShareEntity,
  ShareReceiverEntity,
  ShareVisitEntity,
  ShareVisitorEntity,
  ProjectEntity,
  ApplicationEntity,
  ApplicationVoteEntity,
] as const;
