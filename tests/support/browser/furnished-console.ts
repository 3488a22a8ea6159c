import { endpoints } from '@clusterdesk/contracts';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../platform/api-client.js';
import type { RunningPlatform } from '../platform/running-platform.js';
import { FilesPage } from './files-page.js';
import { addProject, applyFor, ProjectPeople, putInProject } from './project-people.js';

/** A console with something on each of its pages, admin signed in: empty pages have little on them that could be wrong. */
export interface FurnishedConsole {
  files: FilesPage;
  adminId: string;
  /** A project that admin administers, with members, tags and applications. */
  projectId: string;
  /** One of its applications, which waits for admin. */
  applicationId: string;
  /** The page of a job. */
  jobPath: string;
}

export async function furnishConsole(
  platform: RunningPlatform,
  browser: Browser,
): Promise<FurnishedConsole> {
  const files = await FilesPage.open(browser, platform, [
    'readme.md',
    'data.csv',
    'run.sh',
    'folder-white/',
    'folder-black/',
  ]);
  files.put('readme.md', '# A title\n\nSome `code` and [a link](https://example.org).\n');
  files.put('data.csv', 'name,value\na,1\nb,2\n');
  const admin = await platform.signIn();
  const adminId = (await admin.expectOk(endpoints.account.detail, {})).result.id;
  const projects = await furnishProjects(platform, admin, adminId);
  return { files, adminId, jobPath: await submitJob(admin), ...projects };
}

async function furnishProjects(
  platform: RunningPlatform,
  admin: ApiClient,
  adminId: string,
): Promise<Pick<FurnishedConsole, 'projectId' | 'applicationId'>> {
  const people = new ProjectPeople(platform);
  const member = await people.add('member', '韩梅梅');
  const members = [member, await people.add('other', '李雷')];
  await people.add('candidate', '王芳');
  const project = await addProject(admin, '课题', members, { projectDescribe: '基因组测序' });
  const projectId = project.id;
  await admin.expectOk(endpoints.projects.addTag, { projectId, tagName: '测序' });
  for (const name of ['a', 'b', 'c']) {
    await putInProject(admin, projectId, `/数据/${name}.csv`);
  }
  for (const [name, status] of [
    ['a', '1'],
    ['b', '2'],
  ] as const) {
    const { id } = await applyFor(member.client, projectId, [`/数据/${name}.csv`], '用于论文');
    await admin.expectOk(endpoints.approvals.agree, { id, status, reason: '按规定' });
  }
  const application = await applyFor(member.client, projectId, ['/数据'], '用于复现');
  await admin.expectOk(endpoints.projectFiles.setPermission, {
    projectId,
    file: '/数据/a.csv',
    filePermission: { userView: true },
  });
  // admin's own, in a project of another one.
  const joined = await addProject(member.client, '别的课题', [
    { id: adminId, userName: 'admin', client: admin },
  ]);
  await putInProject(member.client, joined.id, '/图.png');
  await applyFor(admin, joined.id, ['/图.png']);
  const gone = await addProject(admin, '旧课题');
  await admin.expectOk(endpoints.projects.remove, { id: gone.id });
  return { projectId, applicationId: application.id };
}

async function submitJob(admin: ApiClient): Promise<string> {
  const { result: queues } = await admin.expectOk(endpoints.jobs.queueList, {});
  const { result } = await admin.expectOk(endpoints.jobs.run, {
    jobName: 'looked_at',
    queueName: queues[0]?.queueName ?? '',
    cpus: 1,
    scriptContent: 'echo "a line"',
    workDir: '/',
  });
  return `/taskManangement?jobId=${result.jobId}`;
}
