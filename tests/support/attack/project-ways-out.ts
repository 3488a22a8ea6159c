import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { expect } from '@jest/globals';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';
import type { SpecProjects } from '../features/projects-fixture.js';
import { waitFor } from '../wait-for.js';

const { copies, projectFiles } = endpoints;

/** The folder of the project on which the ways are tried, and the files in it. */
export const folder = '/folder';
export const texts: Record<string, string> = {
  '/folder/one.txt': 'what one holds',
  '/folder/mine.txt': 'what mine holds',
};

/** A way by which what a file of a project holds may come out. */
export interface WayOut {
  call: string;
  name: string;
  /** What has to be allowed beside the download of the file. */
  asks?: 'download of the folder' | 'adding to the folder' | 'adding to the top';
  /** Whether it came out; fails for any other answer than the content or a refusal. */
  take: (user: SpecUser, path: string) => Promise<boolean>;
}

/** All ways by which content comes out of a project. One that is added to the platform has to be added here. */
export class ProjectWaysOut {
  constructor(
    private readonly platform: SpecPlatform,
    private readonly spec: SpecProjects,
    private readonly projectId: () => string,
  ) {}

  readonly all: readonly WayOut[] = [
    {
      call: '/project/getDownloadFilePath',
      name: 'the download of a file',
      take: async (user, path) => {
        const token = await this.tokenFor(user, path);
        return token !== null && (await this.fetch(token)) === texts[path];
      },
    },
    {
      call: '/project/getDownloadFilePath',
      name: 'a package of its folder',
      asks: 'download of the folder',
      take: async (user, path) => {
        const token = await this.tokenFor(user, folder);
        return token !== null && (await this.spec.unpack(token, path)) === texts[path];
      },
    },
    {
      call: '/project/getPreviewFilePath',
      name: 'the preview of a file',
      take: async (user, path) => {
        const asked = { projectId: this.projectId(), path };
        const token = await given(this.platform.call(user, projectFiles.getPreviewPath, asked));
        return token !== null && (await this.fetch(token)) === texts[path];
      },
    },
    {
      call: '/project/files/checksum',
      name: 'a checksum, which tells it to who can guess it',
      take: async (user, path) => {
        const asked = { projectId: this.projectId(), path };
        return (await given(this.platform.call(user, projectFiles.checksum, asked))) !== null;
      },
    },
    {
      call: '/user/info/beginTask',
      name: 'the same by a task',
      take: async (user, path) => {
        const space = { space: 'project', spaceId: this.projectId() } as const;
        const asked = { space, task: { kind: 'checksum', path } as const };
        const begun = await given(this.platform.call(user, copies.begin, asked));
        if (begun === null) {
          return false;
        }
        const { copyId } = begun;
        const ended = await waitFor('the checksum', async () => {
          const { result } = await this.platform.call(user, copies.state, { copyId });
          return ['done', 'failed'].includes(result.state) ? result : null;
        });
        return ended.sha256 !== null;
      },
    },
    {
      call: '/project/files/copy',
      name: 'a copy within the project, which is of who made it',
      asks: 'adding to the top',
      take: async (user, path) => {
        const operation = '1' as const;
        const asked = { projectId: this.projectId(), paths: [path], dir: '/', operation };
        await given(this.platform.call(user, projectFiles.copy, asked));
        return isFile(this.spec.path(asked.projectId, `/${basename(path)}`), texts[path]);
      },
    },
    {
      call: '/project/files/unzip',
      name: 'the contents of an archive, which are of who unpacked it',
      asks: 'adding to the folder',
      take: async (user, path) => {
        // The files are no archives: who may have them is told so.
        const asked = { projectId: this.projectId(), path };
        const { code, result } = await this.platform.call(user, projectFiles.unzip, asked);
        expect([403, 404, 400]).toContain(code);
        return (result as unknown as { error: string }).error === 'UNZIP_NO_ARCHIVE';
      },
    },
    {
      call: '/project/files/save/tome',
      name: 'a copy on the own disk',
      take: async (user, path) => {
        const asked = { projectId: this.projectId(), paths: [path] };
        await given(this.platform.call(user, projectFiles.saveToDisk, asked));
        return isFile(join(user.home, basename(path)), texts[path]);
      },
    },
    {
      call: '/project/files/save/tome',
      name: 'a copy of its folder on the own disk',
      asks: 'download of the folder',
      take: async (user, path) => {
        const asked = { projectId: this.projectId(), paths: [folder] };
        await given(this.platform.call(user, projectFiles.saveToDisk, asked));
        return isFile(join(user.home, path), texts[path]);
      },
    },
    {
      call: '/project/uploadFile',
      name: 'a guess that is sent under its name',
      asks: 'adding to the folder',
      take: async (user, path) => {
        const right = await this.spec.send(user, this.projectId(), path, texts[path] ?? '');
        const wrong = await this.spec.send(user, this.projectId(), path, 'another');
        // Then it is told which of them was right.
        return right.success !== wrong.success;
      },
    },
  ];

  /** Of one entry; null where it is refused. */
  tokenFor(user: SpecUser, path: string): Promise<unknown> {
    const asked = { projectId: this.projectId(), paths: [path] };
    return given(this.platform.call(user, projectFiles.getDownloadPath, asked));
  }

  async fetch(token: unknown): Promise<string> {
    const { status, text } = await this.spec.fetch(token);
    expect(status).toBe(200);
    return text;
  }
}

/** What a call gave; null for one that was refused. */
async function given<T>(answer: Promise<{ code: number; result: T }>): Promise<T | null> {
  const { code, result } = await answer;
  if (code === 403 || code === 404) {
    return null;
  }
  expect(code).toBe(200);
  return result;
}

async function isFile(path: string, text: string | undefined): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => null)) === text;
}

/** Calls that name a project and give nothing of what its files hold: facts of entries, changes, people, settings, ways in. */
export const noWayOut = [
  '/project/files',
  '/project/files/summary',
  '/project/files/search',
  '/project/files/rights',
  '/project/files/asMember',
  '/project/files/comments',
  '/project/files/comments/entry',
  '/project/files/comments/add',
  '/project/files/comments/remove',
  '/project/files/measure',
  '/project/mkdir',
  '/project/mkdirs',
  '/project/renameFile',
  '/project/files/delete',
  '/project/files/move',
  '/project/importDataFromMyData',
  '/project/getFilePermission',
  '/project/setFilePermission',
  '/project/usage',
  '/project/setQuota',
  '/project/trash/list',
  '/project/trash/restore',
  '/project/trash/purge',
  '/project/trash/empty',
  '/project/getProjectSettingInfo',
  '/project/add/tag',
  '/project/delete/tag',
  '/project/projectUsers',
  '/project/userList',
  '/project/add/user',
  '/project/delete/user',
  '/project/leave',
  '/user/info/checkFileSameName',
  '/user/info/favourites/mark',
  '/user/info/favourites/paths',
  '/user/info/hidden/list',
  '/user/info/hidden/rename',
  '/user/info/save/to/project',
  '/file/versions/list',
  '/file/versions/restore',
  '/file/versions/remove',
  // Asks for the download of the file; tried in versions.int.spec.ts.
  '/file/versions/getDownloadPath',
  // What is approved is tried by itself.
  '/download/apply/add',
  '/download/apply/list',
  // What jobs take is tried by the specs in features/jobs/projects, and by tests/attack/sealed-jobs.
  '/job/run',
  '/job/runMany',
  '/job/graph/run',
  '/job/dirs',
  '/job/madeBy',
  // The same services as /project/uploadFile.
  '/project/uploadFolder',
  '/user/info/uploadFile',
  '/user/info/uploadFolder',
];

/** Where the server reads what files of spaces hold. */
export const contentReaders = [
  // Pins and compares; gives nothing but whether it is the same, to who may know.
  'approvals/requesting/application-contents.service.ts',
  // Opens the file for its size; the task reads it by the details.
  'copies/entry-tasks/entry-task-requests.service.ts',
  'copies/running/copy-writer.ts',
  'copies/unzip/unpacker.service.ts',
  'downloads/download.service.ts',
  'downloads/packages/package-contents.ts',
  // Of the own disk alone.
  'downloads/thumbnails/thumbnails.service.ts',
  'spaces/details/space-details.service.ts',
  'uploads/forms/same-content.ts',
];
