import { uploadForm, type Endpoint, type Language, type SpaceRef } from '@clusterdesk/contracts';
import type { z } from 'zod';
import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import { checkValues } from '../../../platform/http/read-input.js';
import { ChunkMismatchError, InvalidUploadError } from '../upload.errors.js';
import { conflicts } from '../../spaces/conflicts.js';
import { buildTarget, type UploadTarget } from '../upload-target.js';

/** The fields of an upload form, checked. */
export type UploadFields = z.output<typeof uploadForm> & {
  /** The form is one of those that only go to projects. */
  isForProject?: boolean;
};

/** More chunks than this no upload has: 400 GB at the documented 20 MB. */
const maxChunks = 20_000;

/** Where the files of a form go. */
export interface FormTarget {
  ref: SpaceRef;
  dir: string;
  conflict: Conflict;
}

/** One chunk of a file, as the documented form describes it. */
export interface FormChunk {
  key: string;
  /** Counts from 1. */
  index: number;
  total: number;
  /** Of every chunk but the last. */
  chunkBytes: number;
  /** Of the whole file. */
  sizeBytes: number;
  target: UploadTarget;
}

/**
 * Checks the fields of a form, those of the query included.
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
 * The target folder has three names in the documents; a project id means that project's files.
 * @throws InvalidUploadError for a form of projects that does not say which
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

/** When the files were changed last, in their order, milliseconds since the epoch; of none more than the client says. */
export function timesOf({ lastModified }: UploadFields): number[] {
  return lastModified?.split(',').map(Number) ?? [];
}

/** Whether it is known already where the files go: fields may come after the file. */
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
 * The chunk that the fields describe; null for a form of whole files.
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

/** Whether the fields so far are all that a chunk needs. */
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
 * Where a whole file goes. Its name in the form is its name, or for the form of a folder its path below the target folder.
 * @throws InvalidNameError or InvalidPathError; a path in a form of files is an invalid name.
 */
export function fileTarget(
  { ref, dir, conflict }: FormTarget,
  name: string,
  isFolderForm: boolean,
): UploadTarget {
  const slash = isFolderForm ? name.lastIndexOf('/') : -1;
  // An absolute path keeps its slash and is refused as a name.
  return slash > 0 && !name.startsWith('/')
    ? buildTarget(ref, dir, name.slice(0, slash), name.slice(slash + 1), conflict)
    : buildTarget(ref, dir, undefined, name, conflict);
}
