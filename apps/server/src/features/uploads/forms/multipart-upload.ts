import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { UploadResult } from '@clusterdesk/contracts';
import { fsyncAndIdentify } from '../../../platform/file-space/placing/file-placing.js';
import { fileMode } from '../../../platform/file-space/safe-directory.js';
import { copyBytes, createFile, receiveInto } from '../file-receiver.js';
import type { FilePart } from './multipart-reader.js';
import type { WriteRoom } from '../../spaces/storage/free-space-guard.service.js';
import type { Staging } from '../../spaces/storage/staging.js';
import { mapNoSpace } from '../../spaces/storage/write-whole.js';
import { ChunkMismatchError, InvalidFormError, UploadNotFoundError } from '../upload.errors.js';
import type { StagedFile } from './upload-batch.service.js';
import type { ChunkUploads } from './upload-chunk.service.js';
import type { FormContext } from './form-context.js';
import {
  chunkOf,
  describesChunk,
  placeOfChunk,
  type FormChunk,
  type UploadFields,
} from './upload-form.js';
import type { UploadLocker } from '../tus/upload-locker.js';
import { fileTime } from '../upload-target.js';
import type { UploadEntity } from '../upload.entity.js';

/** The field of the chunk form. */
export const chunkField = 'file';
/** A chunk is flushed before it is counted: most of it while it still comes. */
const chunkFlushBytes = 4 * 1024 * 1024;

/** The bytes of a chunk; both say how many there are, at the most one more than the chunk has. */
interface ChunkSource {
  /** Takes them without keeping them. */
  pass: () => Promise<number>;
  writeTo: (target: FileHandle, position: number) => Promise<number>;
}

/** What one call of a form has brought so far, and how to get rid of it. */
export class MultipartUpload {
  private readonly id = randomBytes(16).toString('hex');
  /** In the order of the form; a chunk before its fields is one, too. */
  private readonly files: StagedFile[] = [];
  /** A chunk whose fields stood before it or in the query: it was written straight to its place. */
  private direct: { chunk: FormChunk; upload: UploadEntity } | null = null;
  /** Said at once: the next file may come while the chunk is only being opened. */
  private isChunk = false;
  private lockedKey: string | null = null;

  constructor(
    private readonly call: FormContext,
    private readonly staging: Staging,
    /** For chunks in their place: their upload has promised all of it. `beside`: for what has no place yet. */
    private readonly room: WriteRoom,
    private readonly beside: WriteRoom,
    private readonly locker: UploadLocker,
    private readonly chunks: ChunkUploads,
  ) {}

  /** Receives one file; `known` are the fields so far. */
  async take(part: FilePart, known: UploadFields): Promise<void> {
    const isChunk = describesChunk(known);
    if (this.isChunk || (this.files.length > 0 && isChunk)) {
      throw new InvalidFormError('one file for each chunk');
    }
    this.isChunk = isChunk;
    const chunk = isChunk ? chunkOf(known, this.call.caller.language) : null;
    await (chunk ? this.takeChunk(part, chunk) : this.takeFile(part));
  }

  /** Ends a form that describes a chunk. */
  async addChunk(chunk: FormChunk): Promise<UploadResult> {
    if (this.direct) {
      if (JSON.stringify(this.direct.chunk) !== JSON.stringify(chunk)) {
        throw new InvalidFormError('a field after the file says otherwise');
      }
      return this.chunks.add(this.call.caller, this.direct.upload, chunk);
    }
    const [file, ...others] = this.files;
    if (!file || others.length > 0) {
      throw new InvalidFormError('one file for each chunk');
    }
    const { bytes } = placeOfChunk(chunk);
    if (file.sizeBytes !== bytes) {
      throw new ChunkMismatchError(chunkField, bytes, file.sizeBytes);
    }
    const upload = await this.chunks.open(this.call.caller, chunk);
    await this.writeChunk(upload, chunk, {
      pass: () => Promise.resolve(bytes),
      writeTo: (target, offset) => copyBytes(this.room, file.staged, target, offset, bytes),
    });
    return this.chunks.add(this.call.caller, upload, chunk);
  }

  /** Of the whole files, as the form called them. */
  get names(): string[] {
    return this.files.map(({ nameInForm }) => nameInForm);
  }

  /** Ends a form of whole files: all are on the disk when it returns. */
  async sealFiles(times: readonly number[]): Promise<StagedFile[]> {
    const [first] = this.files;
    if (first) {
      await mapNoSpace(() => fsyncAndIdentify(first.staged));
    }
    const setTime = async (time: number, index: number): Promise<void> => {
      const file = this.files[index];
      await (file && this.staging.setTime(file.staged, fileTime(time)));
    };
    await Promise.all(times.map(setTime));
    return this.files;
  }

  /** Removes what was received and not placed. */
  async end(): Promise<void> {
    try {
      // A placed file has left its staged name already.
      await Promise.all(this.files.map(({ staged }) => rm(staged, { force: true })));
    } finally {
      if (this.lockedKey !== null) {
        await this.locker.unlock(this.lockedKey);
      }
    }
  }

  /** Into a file of its own. The first may be a chunk, whose bytes are flushed where they end up: it is sealed when that is known. */
  private async takeFile(part: FilePart): Promise<void> {
    const staged = this.staging.uploadPath(`${this.id}.${this.files.length}`);
    const file = { nameInForm: part.fileName, staged, sizeBytes: 0 };
    const isFirst = this.files.push(file) === 1;
    const handle = await createFile(staged);
    try {
      file.sizeBytes = await receiveInto(handle, part.stream, {
        room: this.beside,
        position: 0,
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
      if (!isFirst) {
        await handle.chmod(fileMode);
        await mapNoSpace(() => handle.sync());
      }
    } finally {
      await handle.close();
    }
  }

  private async takeChunk(part: FilePart, chunk: FormChunk): Promise<void> {
    const upload = await this.chunks.open(this.call.caller, chunk);
    this.direct = { chunk, upload };
    const { bytes } = placeOfChunk(chunk);
    await this.writeChunk(upload, chunk, {
      pass: () => countBytes(part.stream, bytes),
      writeTo: (target, position) =>
        receiveInto(target, part.stream, {
          room: this.room,
          position,
          maxBytes: bytes,
          stepBytes: chunkFlushBytes,
        }),
    });
  }

  /** The lock is kept until the chunk has been counted: another call with the same chunk then need not write it. */
  private async writeChunk(
    upload: UploadEntity,
    chunk: FormChunk,
    source: ChunkSource,
  ): Promise<void> {
    const key = `${upload.id}/${chunk.index}`;
    await this.locker.lock(key, this.call.request);
    this.lockedKey = key;
    const { offset, bytes } = placeOfChunk(chunk);
    const seenBytes = (await this.chunks.has(upload, chunk.index))
      ? await source.pass()
      : await this.writeAt(upload, offset, source);
    if (seenBytes !== bytes) {
      throw new ChunkMismatchError(chunkField, bytes, seenBytes);
    }
  }

  private async writeAt(
    upload: UploadEntity,
    offset: number,
    source: ChunkSource,
  ): Promise<number> {
    const path = this.staging.uploadPath(upload.id);
    const handle = await open(path, 'r+').catch(() => {
      throw new UploadNotFoundError();
    });
    try {
      const seenBytes = await source.writeTo(handle, offset);
      // What is counted stays counted, through a power cut too.
      await mapNoSpace(() => handle.datasync());
      return seenBytes;
    } finally {
      await handle.close();
    }
  }
}

/** Takes a stream to its end, unless it is longer: then it is one more. */
async function countBytes(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<number> {
  let seenBytes = 0;
  for await (const chunk of stream) {
    seenBytes += chunk.length;
    if (seenBytes > maxBytes) {
      return maxBytes + 1;
    }
  }
  return seenBytes;
}
