import { uploadForm, type Endpoint, type Language, type SpaceRef } from '@clusterdesk/contracts';
import type { z } from 'zod';
import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import { checkValues } from '../../../platform/http/read-input.js';
import { ChunkMismatchError, InvalidUploadError } from '../upload.errors.js';
import { conflicts } from '../../spaces/conflicts.js';
import { buildTarget, type UploadTarget } from '../upload-target.js';

/** The fields of an upload form, checked. */
export type UploadFields = z.output<typeof uploadForm> & {
  /** The form accepts projects only. */
  isForProject?: boolean;
};

/** The most chunks of an upload: 400 GB at the documented 20 MB. */
const maxChunks = 20_000;

/** The target of a form's files. */
export interface FormTarget {
  ref: SpaceRef;
  dir: string;
  conflict: Conflict;
}

/** One chunk of a file in the documented form. */
export interface FormChunk {
  key: string;
  /** Counts from 1. */
  index: number;
  total: number;
  /** The size of every chunk except the last. */
  chunkBytes: number;
  /** The size of the whole file. */
  sizeBytes: number;
  target: UploadTarget;
}

/**
 * Checks the fields of a form, including those of the query.
 * @throws DomainError 400 with `fields` = {name: reason}.
 */
export function checkFields(
  endpoint: Endpoint,
  values: Readonly<Record<string, unknown>>,
  language: Language,
): UploadFields {
  const fields = uploadForm.parse(checkValues(endpoint, values, language));
  return { ...fields, isForProject: endpoint.feature === 'projects' };
}

/**
 * The target folder has three documented names; with a project id the target is that project's files.
 * @throws InvalidUploadError for a project form without a project id
 */
export function targetOf(fields: UploadFields): FormTarget {
  const { projectId, isForProject } = fields;
  if (isForProject === true && projectId === undefined) {
    throw new InvalidUploadError('projectId');
  }
  return {
    ref: projectId === undefined ? { space: 'disk' } : { space: 'project', spaceId: projectId },
    dir: fields.dir ?? fields.fileDir ?? fields.path ?? '/',
    conflict: conflicts[fields.operation],
  };
}

/** The files' modification times in their order, milliseconds since the epoch; the client may send fewer. */
export function timesOf({ lastModified }: UploadFields): number[] {
  return lastModified?.split(',').map(Number) ?? [];
}

/** Whether the target is known already: fields may follow the file. */
export function namesTarget({ isForProject, projectId, ...fields }: UploadFields): boolean {
  const isAlone = isForProject === true && projectId === undefined;
  return !isAlone && (fields.dir ?? fields.fileDir ?? fields.path) !== undefined;
}

const chunkForm = uploadForm.required({
  key: true,
  fileName: true,
  shardIndex: true,
  shardSize: true,
  shardTotal: true,
  size: true,
});

/**
 * The chunk described by the fields; null for a form of whole files.
 * @throws ChunkMismatchError when its numbers contradict each other, DomainError 400 when one is missing.
 */
export function chunkOf(
  fields: UploadFields,
  { endpoint, caller }: { endpoint: Endpoint; caller: { language: Language } },
): FormChunk | null {
  if (fields.key === undefined) {
    return null;
  }
  const checked = checkValues({ ...endpoint, input: chunkForm }, fields, caller.language);
  const { key, fileName, shardIndex, shardSize, shardTotal, size } = chunkForm.parse(checked);
  const total = Math.max(1, Math.ceil(size / shardSize));
  if (shardTotal !== total) {
    throw new ChunkMismatchError('shardTotal', total, shardTotal);
  }
  if (total > maxChunks) {
    throw new ChunkMismatchError('shardTotal', maxChunks, total);
  }
  if (shardIndex > total) {
    throw new ChunkMismatchError('shardIndex', total, shardIndex);
  }
  const { ref, dir, conflict } = targetOf(fields);
  const [lastModified] = timesOf(fields);
  const target = buildTarget(ref, dir, fields.folderName, fileName, conflict, lastModified);
  return { key, index: shardIndex, total, chunkBytes: shardSize, sizeBytes: size, target };
}

/** Whether the fields so far describe a chunk completely. */
export function describesChunk(fields: UploadFields): boolean {
  return namesTarget(fields) && chunkForm.safeParse(fields).success;
}

/** Where a chunk begins in its file, and how long it must be. */
export function placeOfChunk({ index, total, chunkBytes, sizeBytes }: FormChunk): {
  offset: number;
  bytes: number;
} {
  const offset = (index - 1) * chunkBytes;
  return { offset, bytes: index < total ? chunkBytes : sizeBytes - offset };
}

/**
 * The target of a whole file. In a folder form its name is a path below the target folder.
 * @throws InvalidNameError or InvalidPathError; a path in a form of files is an invalid name.
 */
export function fileTarget(
  { ref, dir, conflict }: FormTarget,
  name: string,
  isFolderForm: boolean,
): UploadTarget {
  const slash = isFolderForm ? name.lastIndexOf('/') : -1;
  // An absolute path keeps its slash and is then refused as a name.
  return slash > 0 && !name.startsWith('/')
    ? buildTarget(ref, dir, name.slice(0, slash), name.slice(slash + 1), conflict)
    : buildTarget(ref, dir, undefined, name, conflict);
}
