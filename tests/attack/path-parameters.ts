import type { Endpoint } from '@clusterdesk/contracts';
import { nothingAllowed } from '../support/features/projects-fixture.js';

/** Fields that say where in a disk something is, or what it is called there. */
const pathFields = [
  'path',
  'paths',
  'dir',
  'fileDir',
  'newPath',
  'workDir',
  'fileName',
  'folderName',
];
/** Calls about projects have their own names for it. */
const projectFields = ['file', 'name', 'newName', 'fileList', 'toPath'];
/** Those of a call. */
export const fieldsOf = ({ path }: Endpoint): string[] =>
  inProjects(path) ? [...pathFields, ...projectFields] : pathFields;
/** Whether a call is about a project, and wants its id. */
export const inProjects = (path: string): boolean =>
  path.startsWith('/project/') || path === '/user/info/save/to/project';
/** Of these the field `path` is a ticket, and the name that a script file had on the caller's computer. */
export const isNoPath = ({ path }: Endpoint): boolean =>
  ['/user/info/download', '/project/download', '/job/upload'].includes(path);

/** What a call needs beside the field under attack. */
export const base: Record<string, Record<string, unknown>> = {
  '/user/info/disk/find': { key: 'secret' },
  '/user/info/disk/search': { key: 'secret' },
  '/user/info/rename': { path: '/mine.txt', newPath: '/renamed.txt' },
  '/user/info/hidden/rename': { path: '/', raw: 'ff', newName: 'renamed' },
  '/user/info/copy': { paths: ['/mine.txt'], dir: '/folder', operation: '1' },
  '/user/info/move': { paths: ['/mine.txt'], dir: '/folder', operation: '1' },
  '/user/info/checkFileSameName': { path: '/', fileName: 'mine.txt' },
  '/project/files/search': { key: 'secret' },
  '/project/renameFile': { name: '/mine.txt', newName: '/renamed.txt' },
  '/project/files/move': { paths: ['/mine.txt'], dir: '/folder', operation: '1' },
  '/project/files/copy': { paths: ['/mine.txt'], dir: '/folder', operation: '1' },
  '/project/files/save/tome': { paths: ['/mine.txt'], dir: '/folder', operation: '1' },
  '/project/importDataFromMyData': { fileList: ['/mine.txt'], toPath: '/folder', operation: '1' },
  '/user/info/save/to/project': { paths: ['/mine.txt'], dir: '/folder', operation: '1' },
  '/project/setFilePermission': { file: '/mine.txt', filePermission: nothingAllowed },
  '/file/versions/restore': { versionId: '0199d2a0-0000-7000-8000-000000000001' },
  '/file/versions/remove': { versionId: '0199d2a0-0000-7000-8000-000000000001' },
  '/file/versions/getDownloadPath': { versionId: '0199d2a0-0000-7000-8000-000000000001' },
  '/job/run': { jobName: 'j', queueName: 'no such queue', scriptContent: 'true' },
};
