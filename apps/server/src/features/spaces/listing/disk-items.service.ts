import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { limits, type DiskItem } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { Slice } from '../../../platform/file-space/listing/cooperative-sort.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { withMessage, type EnvelopeResult } from '../../../platform/http/envelope/with-message.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';

/** After this many rows the event loop may run other work. */
const rowsPerLook = 256;

/** The message of a listing that was cut. */
export const cutListing = {
  cn: `文件夹内容过多，仅返回前 ${limits.listMaxEntries} 项，请分页获取`,
  en: `The folder has too many entries: the first ${limits.listMaxEntries} are listed. Ask for it page by page.`,
};

/** An entry as the console shows it; `createDate` is the upload time, which the filesystem keeps as the time of the last change. */
export function toDiskItem(entry: SpaceEntry, timeZone: string): DiskItem {
  return {
    path: entry.path,
    localPath: entry.name,
    directory: entry.isDirectory,
    fileType: entry.isDirectory ? '' : extname(entry.name).slice(1).toLowerCase(),
    size: entry.sizeBytes,
    createDate: wireTime(entry.modifiedAt, timeZone),
  };
}

/** Entries of a space as they leave the server. */
@Injectable()
export class DiskItems {
  constructor(private readonly config: Config) {}

  async present(entries: readonly SpaceEntry[]): Promise<DiskItem[]> {
    const slice = new Slice();
    const items: DiskItem[] = [];
    for (const entry of entries) {
      items.push(toDiskItem(entry, this.config.timeZone));
      if (items.length % rowsPerLook === 0) {
        await slice.yieldToEventLoop();
      }
    }
    // Writing the JSON blocks for a while: let others run first.
    await slice.yieldToEventLoop();
    return items;
  }

  /** A listing, with a message when it was cut. */
  async presentListing({
    entries,
    isCut,
  }: {
    entries: readonly SpaceEntry[];
    isCut: boolean;
  }): Promise<DiskItem[] | EnvelopeResult<DiskItem[]>> {
    const items = await this.present(entries);
    return isCut ? withMessage(items, cutListing) : items;
  }
}
