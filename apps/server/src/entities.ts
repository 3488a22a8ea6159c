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
import { DiskAccountEntity } from './features/disk/usage/disk-account.entity.js';
import { ApplicationNodeEntity } from './features/cluster/applications/application-node.entity.js';
import { ApplicationOutputEntity } from './features/cluster/applications/application-output.entity.js';
import { ApplicationRunEntity } from './features/cluster/applications/application-run.entity.js';
import { NodeEntity } from './features/cluster/node.entity.js';
import { ComputeQueueEntity } from './features/jobs/scheduling/compute-queue.entity.js';
import { ScriptJobOutputEntity } from './features/jobs/output/script-job-output.entity.js';
import { ScriptJobEntity } from './features/jobs/script-job.entity.js';
import { CopyEntryEntity } from './features/copies/copy-entry.entity.js';
import { CopyTaskEntity } from './features/copies/copy-task.entity.js';
import { DownloadPackageEntity } from './features/downloads/packages/download-package.entity.js';
import { DownloadTicketEntity } from './features/downloads/download-ticket.entity.js';
import { UploadEntity } from './features/uploads/upload.entity.js';
import { DownloadPackageEntryEntity } from './features/downloads/packages/download-package-entry.entity.js';
import { SpaceEntryEntity } from './features/spaces/entries/space-entry.entity.js';
import { SpaceOperationEntity } from './features/spaces/operations/space-operation.entity.js';
import { RecentFileEntity } from './features/spaces/recent/recent-file.entity.js';
import { ShareEntity } from './features/shares/share.entity.js';
import { SharedEntryView, SharePathEntity } from './features/shares/share-path.entity.js';
import { ShareReceiverEntity } from './features/shares/share-receiver.entity.js';
import { ShareVisitEntity } from './features/shares/share-visit.entity.js';
import { ProjectEntity } from './features/projects/project.entity.js';
import { ProjectMemberEntity } from './features/projects/project-member.entity.js';
import { ProjectTagEntity } from './features/projects/project-tag.entity.js';
import { ProjectEntryEntity } from './features/projects/permission/project-entry.entity.js';
import { ProjectAccessVersionEntity } from './features/projects/access/project-access-version.entity.js';
import { ProjectAccountEntity } from './features/projects/usage/project-account.entity.js';
import {
  ApplicationEntryEntity,
  ApplicationFileEntity,
  AppliedEntryView,
} from './features/approvals/entities/application-part.entity.js';
import { ApplicationVoteEntity } from './features/approvals/entities/application-vote.entity.js';
import { ApplicationEntity } from './features/approvals/entities/application.entity.js';
import { SettingEntity } from './platform/settings/setting.entity.js';

/** Every table's class. A bundle has no folders to search, so they are listed. */
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
  ApplicationNodeEntity,
  ApplicationRunEntity,
  ApplicationOutputEntity,
  ComputeQueueEntity,
  ScriptJobEntity,
  ScriptJobOutputEntity,
  DiskAccountEntity,
  UploadEntity,
  SpaceEntryEntity,
  SpaceOperationEntity,
  RecentFileEntity,
  DownloadPackageEntity,
  DownloadPackageEntryEntity,
  DownloadTicketEntity,
  CopyTaskEntity,
  CopyEntryEntity,
  ShareEntity,
  SharePathEntity,
  SharedEntryView,
  ShareReceiverEntity,
  ShareVisitEntity,
  ProjectEntity,
  ProjectMemberEntity,
  ProjectTagEntity,
  ProjectEntryEntity,
  ProjectAccessVersionEntity,
  ProjectAccountEntity,
  ApplicationEntity,
  ApplicationEntryEntity,
  ApplicationFileEntity,
  AppliedEntryView,
  ApplicationVoteEntity,
] as const;
