import { allEndpoints, endpoints, type Endpoint, type Envelope } from '@clusterdesk/contracts';
import { SpecProjects, nothingAllowed } from '../features/projects-fixture.js';
import { SpecSharing } from '../features/sharing-fixture.js';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';

const { downloads, projectFiles, approvals, shares, jobs, versions } = endpoints;

/** What every file of the ways holds. */
export const content = 'what leaves the platform';

/** The bytes as they came. */
interface Fetched {
  status: number;
  text: string;
}

/** A way by which what users keep on the platform leaves it. */
export interface WayOut {
  /** The call that decides. */
  call: Endpoint;
  name: string;
  /** What has to be there before the call, made while the user may download; what the call names. */
  prepare?: () => Promise<string>;
  ask: (id: string) => Promise<Envelope<unknown>>;
  /** The call that sends what the other's answer stands for; null: the answer has the bytes. */
  by: Endpoint | null;
  /** The bytes that an answer stands for or has. */
  fetch: (result: unknown) => Promise<Fetched>;
  /** It answers 200 with nothing, and the refusal in its message: what else the call was made for has been done. */
  isTold?: boolean;
}

/** Every way by which users' content leaves. One that is added to the platform has to be added here, or among `noWayOut`. */
export class WaysOut {
  private constructor(readonly all: readonly WayOut[]) {}

  /** Puts a file in each place. @param taker who takes it: of all pages */
  static async open(platform: SpecPlatform, taker: SpecUser): Promise<WaysOut> {
    const sharing = new SpecSharing(platform);
    const projects = new SpecProjects(platform);
    const owner = await platform.addUser('owner', allPages);
    for (const user of [owner, taker]) {
      await sharing.write(user, '/folder/file.txt', content);
      await sharing.write(user, '/file.txt', content);
    }
    const [shareId, link] = [
      (await sharing.share(owner, ['/file.txt'], [taker])).id,
      await sharing.link(owner, ['/file.txt']),
    ];
    const { id: projectId } = await projects.add(owner, { members: [taker] });
    await projects.upload(owner, projectId, '/folder/file.txt', content);
    const everything = Object.fromEntries(Object.keys(nothingAllowed).map((key) => [key, true]));
    await projects.save(owner, projectId, '/', everything);
    const { id: closedId } = await projects.add(owner, { members: [taker] });
    await projects.upload(owner, closedId, '/file.txt', content);
    await projects.save(owner, closedId, '/', { groupView: true, userView: true });
    const approved = async (): Promise<string> => {
      const { id } = await projects.apply(taker, closedId, ['/file.txt']);
      await projects.approve(owner, id);
      return id;
    };

    const ask = <E extends Endpoint>(endpoint: E, input: Parameters<typeof platform.call<E>>[2]) =>
      platform.call(taker, endpoint, input);
    const byTicket = (by: Endpoint, parameter = 'path') => ({
      by,
      fetch: async (token: unknown): Promise<Fetched> => {
        const url = new URL(`/api${by.path}`, platform.baseUrl);
        url.searchParams.set(parameter, String(token));
        const answer = await fetch(url);
        return { status: answer.status, text: await answer.text() };
      },
    });
    const ofDisk = byTicket(downloads.download);
    const ofProject = byTicket(projectFiles.download);
    const job = (more: string, values: unknown[]) => () => addJob(platform, taker, more, values);
    return new WaysOut([
      {
        call: downloads.getDownloadPath,
        name: 'a file of the disk',
        ask: () => ask(downloads.getDownloadPath, { paths: ['/file.txt'] }),
        ...ofDisk,
      },
      {
        call: downloads.getDownloadPath,
        name: 'a package of the disk',
        ask: () => ask(downloads.getDownloadPath, { paths: ['/folder', '/file.txt'] }),
        ...ofDisk,
      },
      {
        call: downloads.getPreviewPath,
        name: 'a preview of the disk',
        ask: () => ask(downloads.getPreviewPath, { path: '/file.txt' }),
        ...ofDisk,
      },
      {
        call: shares.getDownloadPath,
        name: 'a file of a share',
        ask: () => ask(shares.getDownloadPath, { id: shareId, paths: ['/file.txt'] }),
        ...ofDisk,
      },
      {
        call: versions.getDownloadPath,
        name: 'a version of a file of the disk',
        prepare: async () => {
          for (const text of [content, 'what replaced it']) {
            const target = { dir: '/', fileName: 'replaced.txt', operation: '1' };
            await platform.upload(taker, Buffer.from(text), target);
          }
          const { result } = await ask(versions.list, { path: '/replaced.txt' });
          return result.data[0]?.id ?? '';
        },
        ask: (versionId) => ask(versions.getDownloadPath, { path: '/replaced.txt', versionId }),
        ...ofDisk,
      },
      {
        call: shares.getPreviewPath,
        name: 'a preview of a share',
        ask: () => ask(shares.getPreviewPath, { id: shareId, path: '/file.txt' }),
        ...ofDisk,
      },
      {
        call: shares.redeemDownload,
        name: 'a link that is opened',
        isTold: true,
        ask: () =>
          ask(shares.redeemDownload, { id: link.id, verification: link.verification ?? '' }),
        ...ofDisk,
      },
      {
        call: projectFiles.getDownloadPath,
        name: 'a file of a project',
        ask: () => ask(projectFiles.getDownloadPath, { projectId, paths: ['/folder/file.txt'] }),
        ...ofProject,
      },
      {
        call: projectFiles.getDownloadPath,
        name: 'a package of a project',
        ask: () => ask(projectFiles.getDownloadPath, { projectId, paths: ['/folder'] }),
        ...ofProject,
      },
      {
        call: projectFiles.getPreviewPath,
        name: 'a preview of a project',
        ask: () => ask(projectFiles.getPreviewPath, { projectId, path: '/folder/file.txt' }),
        ...ofProject,
      },
      {
        call: approvals.download,
        name: 'the content of an approved application',
        prepare: approved,
        ask: (id) => ask(approvals.download, { id }),
        ...ofProject,
      },
      {
        call: jobs.getLogPath,
        name: 'the output of a job as a file',
        prepare: job('', []),
        ask: (jobId) => ask(jobs.getLogPath, { jobId }),
        ...byTicket(jobs.downloadLog, 'ticket'),
      },
      {
        call: jobs.log,
        name: 'the output of a sealed job, which is content of its project',
        prepare: job(`, is_sealed = true, space = 'project', space_id = $2, work_dir = '/folder'`, [
          projectId,
        ]),
        ask: (jobId) => ask(jobs.log, { jobId }),
        by: null,
        fetch: (result) =>
          Promise.resolve({ status: 200, text: (result as { text: string }).text }),
      },
    ]);
  }

  /** Whether these bytes are the content, or a package of it. */
  isContent({ status, text }: Fetched): boolean {
    return status === 200 && (text === content || text.startsWith('PK'));
  }
}

export const allPages = [
  '/myDoc',
  '/myShare',
  '/receiveShare',
  '/managementProject',
  '/joinProject',
  '/aduitProject',
  '/taskManangement',
];

/** An ended job of the user's, with output. @param more what else is set, from `$2` on */
async function addJob(
  platform: SpecPlatform,
  user: SpecUser,
  more: string,
  values: unknown[],
): Promise<string> {
  const [row] = await platform.query(
    `INSERT INTO script_job (queue_name, user_id, user_name, job_name, script, work_dir, cpus, status, ended_at, output_bytes)
     VALUES ('q', $1, $2, 'job', '', '/', 1, 'COMPLETED', now(), $3) RETURNING id`,
    [user.id, user.name, content.length],
  );
  const id = String(row?.['id']);
  await platform.query(
    `INSERT INTO script_job_output (job_id, start_byte, data) VALUES ($1, 0, convert_to($2, 'UTF8'))`,
    [id, content],
  );
  await platform.query(`UPDATE script_job SET attempt = attempt${more} WHERE id = $1`, [
    id,
    ...values,
  ]);
  return id;
}

/** What may carry bytes out: raw answers, tickets and what they are drawn by, contents that are opened. */
export const suspects = (): Endpoint[] =>
  allEndpoints.filter(
    ({ transport, access, turn, result }) =>
      transport === 'raw' || access === 'ticket' || turn === 'content' || givesText(result),
  );

/** Whether an answer may be a text, as a token is. */
function givesText(result: unknown): boolean {
  const { type, options, innerType } = (
    result as { def: { type: string; options?: unknown[]; innerType?: unknown } }
  ).def;
  return (
    type === 'string' ||
    (innerType !== undefined && givesText(innerType)) ||
    (options ?? []).some((option) => givesText(option))
  );
}

/** Calls that look like ways out and carry nothing that users keep here, each with the reason. */
export const noWayOut: Record<string, string> = {
  '/download/apply/add': 'asks the same gate, and gives facts of files',
  '/download/apply/files': 'gives facts of files: name, size, whether they are as they were',
  '/log/export': 'the log, for administrators',
  '/backup/export': 'the platform itself, for administrators',
  '/backup/exportTicket': 'the same',
  '/backup/fetch': 'the same',
  '/platform/getTaskBoard': 'names of tasks and why they failed, for administrators',
  '/platform/openTaskBoard': 'the same',
  '/active/exportMachineInfo': 'facts of the host, for administrators',
  '/user/info/downloadClientTools': 'programs of the operator, no content of users',
  '/user/info/getClientToolPath': 'the same',
  '/user/info/fetchClientTool': 'the same',
  '/user/info/template/download': 'an empty form',
  '/user/info/thumbnail':
    'small pictures of the own disk, by the rule of downloads; tried in thumbnails.int.spec.ts',
  '/job/upload': 'gives back the text that was sent with it',
  '/menu/upload': 'gives the address of an icon',
  '/menu/icon/:name': 'an icon of the menus, for everybody',
  '/thirdparty/jumpNode': 'a redirection',
};
