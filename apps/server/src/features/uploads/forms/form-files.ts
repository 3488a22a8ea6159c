import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fsyncAndIdentify } from '../../../platform/file-space/placing/file-placing.js';
import { fileMode } from '../../../platform/file-space/safe-directory.js';
import type { WriteRoom } from '../../spaces/storage/free-space-guard.service.js';
import type { Staging } from '../../spaces/storage/staging.js';
import { mapNoSpace } from '../../spaces/storage/write-whole.js';
import { createFile, FileReceiver } from '../file-receiver.js';
import { fileTime } from '../upload-target.js';
import type { FilePart } from './multipart-reader.js';

/** A file of a form in staging. */
export interface StagedFile {
  /** Its name in the form. */
  nameInForm: string;
  staged: string;
  sizeBytes: number;
}

/** The files of one form in their order, staged as they are received; those that are not placed are removed at the end. */
export class FormFiles {
  readonly list: StagedFile[] = [];
  private readonly id = randomBytes(16).toString('hex');

  constructor(
    private readonly staging: Staging,
    private readonly room: WriteRoom,
  ) {}

  /** The first file may be a chunk, which is flushed in its upload's file instead: it is sealed when that is known. */
  async take({ fileName, stream }: FilePart): Promise<void> {
    const staged = this.staging.uploadPath(`${this.id}.${this.list.length}`);
    const file = { nameInForm: fileName, staged, sizeBytes: 0 };
    const isFirst = this.list.push(file) === 1;
    const handle = await createFile(staged);
    try {
      file.sizeBytes = await new FileReceiver(handle, stream, {
        room: this.room,
        position: 0,
        maxBytes: Number.MAX_SAFE_INTEGER,
      }).receive();
      if (!isFirst) {
        await handle.chmod(fileMode);
        await mapNoSpace(() => handle.sync());
      }
    } finally {
      await handle.close();
    }
  }

  /** Flushes the files of a form of whole files. */
  async seal(times: readonly number[]): Promise<void> {
    const [first] = this.list;
    await (first && mapNoSpace(() => fsyncAndIdentify(first.staged)));
    for (const [index, time] of times.entries()) {
      const file = this.list[index];
      await (file && this.staging.setTime(file.staged, fileTime(time)));
    }
  }

  /** Placed files have left staging already. */
  async remove(): Promise<void> {
    await Promise.all(this.list.map(({ staged }) => rm(staged, { force: true })));
  }
}
