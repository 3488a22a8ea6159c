import { chownSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, type EndpointAnswer } from '@clusterdesk/contracts';
import {
  AttackedPlatform,
  installations,
  type Attacker,
} from '../support/platform/attacked-platform.js';
import { nothingAllowed } from '../support/features/projects-fixture.js';
import { waitFor } from '../support/wait-for.js';

const { jobs, projects, projectFiles } = endpoints;
const secret = 'what members may only view';

/** Only an agent of root can show a job single entries and nothing else. */
const ofRoot = installations.filter(({ uid }) => uid === null);

describe.each(ofRoot)('jobs in a project, on an installation $name', (installation) => {
  let attacked: AttackedPlatform;
  let mallory: Attacker;
  let bob: Attacker;
  let projectId: string;
  let root: string;

  beforeAll(async () => {
    attacked = await AttackedPlatform.start(installation);
    mallory = await attacked.addUser('mallory');
    bob = await attacked.addUser('bob');
    ({ id: projectId } = (await bob.client.expectOk(projects.add, { projectName: 'data' })).result);
    root = join(attacked.filesDir, 'projects', projectId);
    const paths = ['/data', '/closed', '/drop', '/open'];
    await bob.client.expectOk(projectFiles.mkdirs, { projectId, paths });
    const others = await bob.client.expectOk(projects.candidates, { projectId });
    const userId = others.result.data.find(({ userName }) => userName === 'mallory')?.id ?? '';
    await bob.client.expectOk(projects.addUsers, { projectId, userId });
    const { uid, gid } = statSync(join(root, 'data'));
    for (const dir of ['data', 'closed', 'open']) {
      const file = join(root, dir, 'secret.txt');
      writeFileSync(file, secret);
      chownSync(file, uid, gid);
    }
    const save = (file: string, on: Partial<typeof nothingAllowed>) =>
      bob.client.expectOk(projectFiles.setPermission, {
        ...{ projectId, file, filePermission: { ...nothingAllowed, ...on } },
      });
    await save('/closed', {});
    await save('/open', {
      ...{ userView: true, userEdit: true, userDownload: true },
      ...{ groupView: true, groupEdit: true, groupDownload: true },
    });
  });
  afterAll(() => attacked?.stop());

  /** Runs a job to its end without reading what it prints. */
  async function run(
    scriptContent: string,
    more: Record<string, unknown>,
  ): Promise<EndpointAnswer<typeof jobs.detail>> {
    const place = { space: 'project' as const, spaceId: projectId };
    const jobId = await mallory.submit(scriptContent, { ...place, ...more });
    return waitFor('the job to end', async () => {
      const { result } = await mallory.client.expectOk(jobs.detail, { jobId });
      return ['PENDING', 'RUNNING'].includes(result.status) ? null : result;
    });
  }

  const sealed = (script: string) => run(script, { isSealed: true, workDir: '/drop' });

  test('a sealed job reads what its user may view, and leaves it nowhere but in its results', async () => {
    const job = await sealed(`
      exec 2>errors
      cat "$CLUSTERDESK_PROJECT_DIR/data/secret.txt"
      cp "$CLUSTERDESK_PROJECT_DIR/data/secret.txt" copy.txt
      cat "$CLUSTERDESK_PROJECT_DIR/closed/secret.txt" > closed.txt
      for dir in "$HOME" '${mallory.home}' '${bob.home}' '${attacked.filesDir}/home/mallory' \\
          "$CLUSTERDESK_PROJECT_DIR" "$CLUSTERDESK_PROJECT_DIR/open" "$CLUSTERDESK_PROJECT_DIR/data" \\
          "$CLUSTERDESK_PROJECT_DIR/drop" ..; do
        mkdir -p "$dir" && cp copy.txt "$dir/leaked.txt" && echo "$dir" >> written
      done
      echo changed >> "$CLUSTERDESK_PROJECT_DIR/data/secret.txt"
      (exec 3<>/dev/tcp/127.0.0.1/${attacked.port}) && echo platform >> reached
      (exec 3<>/dev/tcp/1.1.1.1/53) && echo outside >> reached
      ln -s "$CLUSTERDESK_PROJECT_DIR/closed" link
      ln -s '${bob.home}' home
      ln "$CLUSTERDESK_PROJECT_DIR/data/secret.txt" hard
      ln "$CLUSTERDESK_PROJECT_DIR/open/secret.txt" hard-open
      cat /proc/1/root'${root}'/closed/secret.txt > by-proc
      exit 3`);
    expect(job).toMatchObject({ status: 'FAILED', exitCode: 3, isSealed: true });
    const results = join(root, job.workDir);
    const read = (name: string) => readFileSync(join(results, name), 'utf8');
    expect(read('copy.txt')).toBe(secret);
    expect([read('closed.txt'), read('by-proc')]).toEqual(['', '']);
    const made = readdirSync(results);
    expect(made).not.toContain('reached');
    expect(made.filter((name) => name.startsWith('hard'))).toEqual([]);
    for (const dir of [mallory.home, bob.home, root, ...['open', 'data', 'drop'].map(inRoot)]) {
      expect(readdirSync(dir)).not.toContain('leaked.txt');
    }
    expect(readFileSync(join(root, 'data/secret.txt'), 'utf8')).toBe(secret);
    expect(lstatSync(join(root, 'data/secret.txt')).nlink).toBe(1);
    await expectNothing(job.jobId, job.workDir);
  });

  test('an ordinary job sees what its user may download, and no results of sealed ones', async () => {
    const before = await sealed('echo secret > out.txt');
    const job = await run(
      `cat ../data/secret.txt ../closed/secret.txt ..'${before.workDir}'/out.txt 2>/dev/null
       ls -laR "$CLUSTERDESK_PROJECT_DIR"; cat secret.txt > mine.txt; echo x > ../data/x || true`,
      { workDir: '/open' },
    );
    expect(job.status).toBe('COMPLETED');
    const { result } = await mallory.client.expectOk(jobs.log, { jobId: job.jobId });
    expect(result.text).not.toContain(secret);
    expect(result.text).not.toContain('out.txt');
    expect(readFileSync(join(root, 'open/mine.txt'), 'utf8')).toBe(secret);
    expect(readdirSync(join(root, 'data'))).toEqual(['secret.txt']);
    for (const path of [before.workDir, `${before.workDir}/out.txt`]) {
      const refused = await mallory.client.send(jobs.run, {
        ...{ jobName: 'take', queueName: 'local', scriptContent: 'true' },
        ...{ space: 'project', spaceId: projectId, workDir: '/open', inputs: [path] },
      });
      expect(await refused.json()).toMatchObject({ code: 403 });
    }
  });

  const inRoot = (dir: string): string => join(root, dir);

  /** No call gives mallory what a sealed job of hers printed or wrote. */
  async function expectNothing(jobId: string, results: string): Promise<void> {
    const path = `${results}/copy.txt`;
    const asked: [Parameters<typeof mallory.client.send>[0], Record<string, unknown>][] = [
      [jobs.log, { jobId }],
      [jobs.getLogPath, { jobId }],
      [projectFiles.getPreviewPath, { projectId, path }],
      [projectFiles.checksum, { projectId, path }],
      [projectFiles.getDownloadPath, { projectId, paths: [path] }],
      [projectFiles.getDownloadPath, { projectId, paths: [results] }],
      [projectFiles.saveToDisk, { projectId, paths: [path] }],
      [projectFiles.copy, { projectId, paths: [path], dir: '/open' }],
      [projectFiles.move, { projectId, paths: [path], dir: '/open' }],
      [projectFiles.move, { projectId, paths: [results], dir: '/open' }],
      [projectFiles.rename, { projectId, name: results, newName: 'free' }],
      [projectFiles.remove, { projectId, paths: [results] }],
      [projectFiles.mkdir, { projectId, path: `${results}/sub` }],
    ];
    for (const [endpoint, input] of asked) {
      const answer: unknown = await (await mallory.client.send(endpoint, input)).json();
      expect([endpoint.path, answer]).toEqual([
        endpoint.path,
        expect.objectContaining({ code: 403 }),
      ]);
    }
  }
});
