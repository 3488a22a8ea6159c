import { Injectable } from '@nestjs/common';
import { version } from '../../../platform/version.js';
import { ReleaseFeed } from './release-feed.service.js';

/** What is known of newer versions. */
export interface News {
  findingUpdate: boolean;
  /** The running one where no newer is known. */
  latestVersion: string;
  /** Updates can be looked for online. */
  otaOnline: boolean;
}

/** What the licence info says of updates (spec part 2 §3). */
@Injectable()
export class UpgradeNews {
  constructor(private readonly feed: ReleaseFeed) {}

  /** The address of releases is asked at most once an hour. */
  async current(): Promise<News> {
    const found = await this.feed.current();
    return {
      findingUpdate: found?.isNewer ?? false,
      latestVersion: found?.isNewer ? found.release.version : version,
      otaOnline: found !== null,
    };
  }
}
