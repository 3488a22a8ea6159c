import type { Language } from '@clusterdesk/contracts';
import { hiddenName, readNames } from './folder-reading.js';
import type { SafeDirectory } from '../safe-directory.js';
import { cooperativeSort } from './cooperative-sort.js';
import { SharedReadings } from './shared-readings.js';

/** The names of a folder, folders first, each kind in the order of a language. */
export interface FolderOrder {
  names: readonly string[];
  /** How many of them are folders. */
  folders: number;
  /** Other entries of the folder, by the names under which rights are decided on: see `hiddenName`. */
  hidden: readonly string[];
}

/**
 * A folder that changed less than this ago may change again with the same timestamp (filesystems count in milliseconds to
 * two seconds), so its order is not kept.
 */
const settledNs = 2_500_000_000n;
/** Names kept in all; some 90 MB. */
const maxNames = 750_000;
/** Of these for one folder at most, so that it does not push out all others; a larger one is read and sorted for each page. */
const largestShare = 2 / 3;

const collators: Record<Language, Intl.Collator> = {
  cn: new Intl.Collator('zh-CN', { numeric: true }),
  en: new Intl.Collator('en', { numeric: true }),
};

/**
 * The order of names in a language, numbers natural. Names that it holds for equal (such that differ in invisible
 * characters only) are told apart by their code units, so that pages never overlap.
 */
export function compareNames(language: Language): (one: string, other: string) => number {
  const { compare } = collators[language];
  return (one, other) => compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

interface Kept {
  /** The folder's state when the order was read. */
  stamp: string;
  order: Promise<FolderOrder>;
  size: number;
}

/**
 * The orders of folders that were listed lately. An order is used only while the folder's times of change are still the
 * same: the change time is the kernel's own, and every name that comes or goes moves it.
 */
export class FolderOrders {
  /** Oldest use first. */
  private readonly kept = new Map<string, Kept>();
  private total = 0;
  /** Folders that changed just now: every window that shows one asks for its pages then. */
  private readonly changing = new SharedReadings<FolderOrder>();

  /** @param settled how old a change must be that no later one can hide behind, in nanoseconds. */
  constructor(
    private readonly limit = maxNames,
    private readonly settled = settledNs,
  ) {}

  async read(folder: SafeDirectory, language: Language): Promise<FolderOrder> {
    const { dev, ino, mtimeNs, ctimeNs } = await folder.statExact();
    const isSettled = BigInt(Date.now()) * 1_000_000n - ctimeNs > this.settled;
    const key = `${dev}:${ino}:${language}`;
    const stamp = `${mtimeNs}:${ctimeNs}`;
    const before = this.kept.get(key);
    if (before?.stamp === stamp) {
      this.kept.delete(key);
      this.kept.set(key, before);
      return before.order;
    }
    this.forget(key);
    if (!isSettled) {
      return this.changing.read(key, () => readOrder(folder, language));
    }
    const order = readOrder(folder, language);
    const kept: Kept = { stamp, order, size: 0 };
    this.kept.set(key, kept);
    await order.then(
      ({ names, hidden }) => this.settle(key, kept, names.length + hidden.length),
      () => this.settle(key, kept, Infinity),
    );
    return order;
  }

  /** @param size `Infinity`: there is nothing to keep */
  private settle(key: string, kept: Kept, size: number): void {
    if (this.kept.get(key) !== kept) {
      return;
    }
    if (size > this.limit * largestShare) {
      this.forget(key);
      return;
    }
    kept.size = size;
    this.total += size;
    for (const oldest of this.kept.keys()) {
      if (this.total <= this.limit) {
        return;
      }
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.total -= this.kept.get(key)?.size ?? 0;
    this.kept.delete(key);
  }
}

/** Of this process. */
export const folderOrders = new FolderOrders();

async function readOrder(folder: SafeDirectory, language: Language): Promise<FolderOrder> {
  const [folders, files, hidden]: [string[], string[], string[]] = [[], [], []];
  for await (const names of readNames(folder, (name) => void hidden.push(hiddenName(name)))) {
    for (const { name, isDirectory } of names) {
      (isDirectory ? folders : files).push(name);
    }
  }
  const compare = compareNames(language);
  const sorted = [await cooperativeSort(folders, compare), await cooperativeSort(files, compare)];
  return { names: sorted.flat(), folders: folders.length, hidden };
}
