import { spaceRefSchema, uploadMetadata, type SpaceRef } from '@clusterdesk/contracts';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import {
  checkNewName,
  cleanPath,
  joinPath,
  splitPath,
} from '../../platform/file-space/space-path.js';
import { InvalidUploadError } from './upload.errors.js';
import { conflicts } from '../spaces/conflicts.js';
import { keyOf } from '../spaces/space-key.js';
import type { Space, SpaceUser } from '../spaces/space.js';
import type { SpaceAccess } from '../spaces/space-access.service.js';
import { NotAFolderError } from '../../platform/file-space/file-space.errors.js';
import type { UploadEntity } from './upload.entity.js';

/** The target of an upload, from its tus metadata. */
export interface UploadTarget {
  ref: SpaceRef;
  /** Must exist when the upload begins. */
  dir: string;
  /** `dir` and the relative path of a folder upload; created when the upload ends. */
  targetDir: string;
  fileName: string;
  conflict: Conflict;
  /** The file's modification time as its client sent it, milliseconds since the epoch; null: not sent. */
  lastModified: number | null;
}

/**
 * Opens the space, with the current rights, for files that go into an existing folder.
 * @throws UploadNotAllowedError, EntryNotFoundError, NotAFolderError
 */
export async function openTarget(
  access: SpaceAccess,
  user: SpaceUser,
  { ref, dir }: Pick<UploadTarget, 'ref' | 'dir'>,
): Promise<Space> {
  const space = await access.openFor(user, ref, 'add', [dir]);
  if (!(await space.files.stat(dir)).isDirectory) {
    throw new NotAFolderError(dir);
  }
  return space;
}

/**
 * Reads and checks what the client says about an upload.
 * @throws InvalidUploadError, InvalidNameError or InvalidPathError.
 */
export function readUploadTarget(
  metadata: Readonly<Record<string, string | null>> = {},
): UploadTarget {
  const given = Object.entries(metadata).filter(([, value]) => value !== null);
  const unreadable = given.find(([, value]) => value?.includes('\0'));
  if (unreadable) {
    throw new InvalidUploadError(unreadable[0]);
  }
  const parsed = uploadMetadata.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new InvalidUploadError(parsed.error.issues[0]?.path.join('.') ?? 'metadata');
  }
  const { projectId, dir, fileName, relativePath, operation, lastModified } = parsed.data;
  const { space = projectId === undefined ? 'disk' : 'project', spaceId = projectId } = parsed.data;
  const ref = spaceRefSchema.safeParse({ space, spaceId });
  if (!ref.success) {
    throw new InvalidUploadError('spaceId');
  }
  return buildTarget(ref.data, dir, relativePath, fileName, conflicts[operation], lastModified);
}

/**
 * The target of a visitor's upload: what it says of itself is its name and its time. Where it goes is not the visitor's choice, and
 * nothing is ever replaced.
 * @throws InvalidUploadError, InvalidNameError
 */
export function targetOfVisitor(
  ref: SpaceRef,
  { fileName = null, lastModified = null }: Readonly<Record<string, string | null>> = {},
): UploadTarget {
  return { ...readUploadTarget({ fileName, lastModified }), ref, conflict: 'keepBoth' };
}

/**
 * Checks each name of a file's target.
 * @param relativePath folders below `dir`, without a leading `/`.
 * @throws InvalidNameError or InvalidPathError.
 */
export function buildTarget(
  ref: SpaceRef,
  dir: string,
  relativePath: string | undefined,
  fileName: string,
  conflict: Conflict,
  lastModified: number | null = null,
): UploadTarget {
  checkNewName(fileName);
  const below = splitPath(`/${relativePath ?? ''}`);
  below.forEach(checkNewName);
  const cleanDir = cleanPath(dir);
  const targetDir = below.reduce(joinPath, cleanDir);
  return { ref, dir: cleanDir, targetDir, fileName, conflict, lastModified };
}

/** The names that an upload may bring: the file's and those of its folders below `dir`. */
export const newNamesOf = ({ dir, targetDir, fileName }: UploadTarget): string[] => [
  ...splitPath(targetDir).slice(splitPath(dir).length),
  fileName,
];

/** A wrong clock must not put a file before all others for years. */
export const fileTime = (lastModified: number): Date =>
  new Date(Math.min(Math.max(lastModified, 0), Date.now()));

/** The requested path; with `keepBoth` the final name may differ. */
export const pathOf = ({ targetDir, fileName }: UploadTarget): string =>
  joinPath(targetDir, fileName);

/** The columns of an upload's row for its user and target. */
export function rowOfTarget(
  user: { userId: string },
  target: UploadTarget,
): Pick<
  UploadEntity,
  'userId' | 'space' | 'spaceId' | 'baseDir' | 'targetDir' | 'fileName' | 'conflict' | 'modifiedAt'
> {
  return {
    userId: user.userId,
    ...keyOf(user, target.ref),
    baseDir: target.dir,
    targetDir: target.targetDir,
    fileName: target.fileName,
    conflict: target.conflict,
    modifiedAt: target.lastModified === null ? null : fileTime(target.lastModified),
  };
}
