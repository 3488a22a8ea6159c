import { expect } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';

/** What integration specs of downloads begin with. */
export class SpecDownloads {
  constructor(private readonly platform: SpecPlatform) {}

  /** Empties the user's home and puts a folder and a page into it. */
  async furnish({ home }: SpecUser): Promise<void> {
    await mkdir(home, { recursive: true });
    for (const name of await readdir(home)) {
      await rm(join(home, name), { recursive: true });
    }
    await mkdir(join(home, '数据/空'), { recursive: true });
    await writeFile(join(home, '数据/结果.txt'), 'text '.repeat(1000));
    await writeFile(join(home, '数据/图.png'), randomBytes(10_000));
    await writeFile(join(home, 'single.html'), '<script>alert(1)</script>');
  }

  async tokenFor(user: SpecUser, ...paths: string[]): Promise<string> {
    const answer = await this.platform.call(user, endpoints.downloads.getDownloadPath, { paths });
    expect(answer).toMatchObject({ success: true });
    return String(answer.result);
  }
}
