import { version } from '../../../platform/version.js';

/** What is known of newer versions. */
export interface News {
  findingUpdate: boolean;
  /** The running one where no newer is known. */
  latestVersion: string;
  /** Updates can be looked for online. */
  otaOnline: boolean;
}

/** Says whether there is a newer version. */
export abstract class UpdateNews {
  abstract current(): Promise<News>;
}

/** For a platform that does not look for updates. */
export class NoUpdateNews extends UpdateNews {
  current(): Promise<News> {
    return Promise.resolve({ findingUpdate: false, latestVersion: version, otaOnline: false });
  }
}
