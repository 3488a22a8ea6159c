import { rmSync } from 'node:fs';
import { afterAll, afterEach } from '@jest/globals';
import { makeDataDir, TestPlatform, type PlatformOptions } from './platform.js';

/** Starts platforms for a suite, each with a PostgreSQL of its own; what a test leaves running is stopped after it. */
export interface StartedPlatforms {
  launch(options?: PlatformOptions): Promise<TestPlatform>;
  /** The same, and waits until it is ready. */
  start(options?: PlatformOptions): Promise<TestPlatform>;
  /** A data folder for several starts, of this account or another; removed after the suite. */
  newFolder(uid?: number): string;
}

/** Call at the top of a suite. */
export function startedPlatforms(): StartedPlatforms {
  const started: TestPlatform[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((platform) => platform.stop()));
  });
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  const launch = async (options?: PlatformOptions): Promise<TestPlatform> => {
    const platform = await TestPlatform.launch(options);
    started.push(platform);
    return platform;
  };
  return {
    launch,
    start: async (options) => {
      const platform = await launch(options);
      await platform.waitUntilReady();
      return platform;
    },
    newFolder: (uid) => {
      const folder = makeDataDir(uid);
      folders.push(folder);
      return folder;
    },
  };
}
