import { AuditLogEntity } from './features/audit/audit-log.entity.js';
import { MenuEntity } from './features/identity/menu.entity.js';
import { RoleEntity } from './features/identity/role.entity.js';
import { SessionEntity } from './features/identity/session.entity.js';
import { SignInCodeEntity } from './features/identity/sign-in-code.entity.js';
import { UserEntity } from './features/identity/user.entity.js';
import { VerificationCodeEntity } from './features/identity/verification-code.entity.js';
import { DiskAccountEntity } from './features/disk/disk-account.entity.js';
import { NodeMetricEntity } from './features/cluster/node-metric.entity.js';
import { NodeEntity } from './features/cluster/node.entity.js';
import { ComputeQueueEntity } from './features/jobs/compute-queue.entity.js';
import { ScriptJobOutputEntity } from './features/jobs/script-job-output.entity.js';
import { ScriptJobEntity } from './features/jobs/script-job.entity.js';
import { CopyEntryEntity } from './features/transfer/copy-entry.entity.js';
import { CopyTaskEntity } from './features/transfer/copy-task.entity.js';
import { DownloadPackageEntity } from './features/transfer/download-package.entity.js';
import { DownloadTicketEntity } from './features/transfer/download-ticket.entity.js';
import { UploadEntity } from './features/transfer/upload.entity.js';
import { SettingEntity } from './platform/settings/setting.entity.js';

/** Every table's class. A bundle has no folders to search, so they are listed. */
export const entities = [
  SettingEntity,
  UserEntity,
  RoleEntity,
  MenuEntity,
  SessionEntity,
  SignInCodeEntity,
  VerificationCodeEntity,
  AuditLogEntity,
  NodeEntity,
  NodeMetricEntity,
  ComputeQueueEntity,
  ScriptJobEntity,
  ScriptJobOutputEntity,
  DiskAccountEntity,
  UploadEntity,
  DownloadPackageEntity,
  DownloadTicketEntity,
  CopyTaskEntity,
  CopyEntryEntity,
] as const;
