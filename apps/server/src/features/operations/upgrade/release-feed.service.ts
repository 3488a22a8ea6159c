import { Injectable, Logger } from '@nestjs/common';
import {
  checkFits,
  openRelease,
  ReleaseError,
  releaseFeedSchema,
  runningHere,
  type Release,
} from '@clusterdesk/contracts/release';
import { Config } from '../../../config/config.js';
import { version } from '../../../platform/version.js';

/** The newest release, as the address of releases has it. */
export interface FoundRelease {
  release: Release;
  /** Of its bundle. */
  url: URL;
  /** Whether it can be installed here. */
  isNewer: boolean;
}

const answerMs = 10_000;
const answerMaxBytes = 256 * 1024;
/** A page that is opened does not ask again within this time. */
const freshMs = 60 * 60_000;

/** Asks the address of releases what is newest. Only what is signed with this installation's key counts. */
@Injectable()
export class ReleaseFeed {
  private readonly logger = new Logger('ReleaseFeed');
  private known: FoundRelease | null = null;
  private askedAt = 0;
  private asking: Promise<FoundRelease | null> | null = null;

  constructor(private readonly config: Config) {}

  /** What was found last. Null: nothing is known, or there is no address. */
  get latest(): FoundRelease | null {
    return this.known;
  }

  /** The same, asked for at most once an hour. Never throws. */
  async current(): Promise<FoundRelease | null> {
    return Date.now() - this.askedAt < freshMs ? this.known : this.ask();
  }

  /** Asks now; callers that come meanwhile get the same answer. Null when there is no valid one. */
  ask(): Promise<FoundRelease | null> {
    this.asking ??= this.read()
      .catch((error: unknown) => {
        this.logger.warn(`The address of releases gave no valid answer: ${String(error)}`);
        return null;
      })
      .then((found) => {
        this.known = found;
        this.askedAt = Date.now();
        return found;
      })
      .finally(() => (this.asking = null));
    return this.asking;
  }

  private async read(): Promise<FoundRelease | null> {
    const { feedUrl, releaseKey } = this.config.updates;
    if (feedUrl === undefined || releaseKey === undefined) {
      return null;
    }
    const answer = await fetch(feedUrl, { signal: AbortSignal.timeout(answerMs) });
    if (!answer.ok) {
      throw new Error(`HTTP ${answer.status}`);
    }
    const feed = releaseFeedSchema.parse(JSON.parse(await readText(answer)));
    const release = openRelease(feed, releaseKey);
    return { release, url: new URL(feed.bundle, feedUrl), isNewer: isNewer(release) };
  }
}

function isNewer(release: Release): boolean {
  try {
    checkFits(release, runningHere(version));
    return true;
  } catch (error) {
    if (error instanceof ReleaseError) {
      // What only needs another Node, or a step in between, is news all the same: the upgrade then says what is missing.
      return error.code !== 'UPGRADE_NOT_NEWER';
    }
    throw error;
  }
}

async function readText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > answerMaxBytes) {
      throw new Error('The answer is too long.');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
