import { basename, extname } from 'node:path';
import type { ApplicationFile, ApplicationRow } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { PinnedPart } from './application.repository.js';
import { countApprovals, decides, endingOf, isGranted } from './approval.policy.js';
import type { ListedApplication } from './listing/application-list.repository.js';

/** An application as it leaves the server. */
export function toApplicationRow(
  application: ListedApplication,
  userId: string,
  timeZone: string,
  now: Date,
): ApplicationRow {
  const { applicant, paths, expiresAt, usedAt, isProjectDeleted } = application;
  const isAdmin = decides(userId, application);
  const hasVoted = application.votes.some(({ user }) => user?.id === userId);
  const isWaiting = application.status === 0 && !isProjectDeleted;
  return {
    id: application.id,
    status: application.status,
    // A deleted project may be restored with its approvals: nothing is written, but nothing can be downloaded now.
    ending: endingOf(application, now) ?? (isProjectDeleted ? 'projectDeleted' : null),
    applyUser: applicant,
    project: { id: application.projectId, projectName: application.projectName },
    path: JSON.stringify(paths),
    paths,
    entries: application.entries,
    files: application.files,
    bytes: application.bytes,
    createTime: wireTime(application.createdAt, timeZone),
    reason: application.reason,
    votes: application.votes.map(({ user, isYes, reason, atMs }) => ({
      user,
      isYes,
      reason,
      time: wireTime(new Date(atMs), timeZone),
    })),
    approversNeeded: application.approversNeeded,
    approversSoFar: countApprovals(
      application.votes.map(({ user, isYes }) => ({ userId: user?.id ?? null, isYes })),
      application,
    ),
    approvalDays: application.approvalDays,
    endTime: expiresAt && wireTime(expiresAt, timeZone),
    usedTime: usedAt && wireTime(usedAt, timeZone),
    isAdmin,
    canDecide:
      isAdmin &&
      isWaiting &&
      application.userId !== userId &&
      !(hasVoted && application.approversNeeded > 1),
    canDownload: application.userId === userId && isGranted(application, now) && !isProjectDeleted,
  };
}

/** The current state of a file of an application. */
export type FileNow = Pick<ApplicationFile, 'path' | 'change' | 'putBy'>;

/** A file of an application. @param now absent: the caller may not know */
export function toApplicationFile(
  { appliedPath, sizeBytes, modifiedMs }: PinnedPart,
  now: FileNow | undefined,
  timeZone: string,
): ApplicationFile {
  const { path, change, putBy } = now ?? { path: appliedPath, change: null, putBy: null };
  const name = basename(path);
  return {
    path,
    name,
    fileType: extname(name).slice(1).toLowerCase(),
    size: sizeBytes,
    modifyTime: wireTime(new Date(modifiedMs), timeZone),
    change,
    putBy,
  };
}
