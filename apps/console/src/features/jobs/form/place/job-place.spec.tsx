import {
  defaultFilePermission,
  endpoints,
  type ProjectRow,
  type QueueOption,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../../shared/api/query.js';
import { FakeSpace } from '../../../../shared/file-browser/testing/fake-space.js';
import { jobInProjectPath } from '../../../../shared/job-in-project.js';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../../shared/testing/render-page.js';
import { EditJobPage } from '../../pages/edit-job-page.js';
import { noProjectFiles, specJob } from '../../spec-job.js';

// The editor measures its text, which has no size here.
Range.prototype.getClientRects = () => document.createElement('i').getClientRects();

const { run, detail, queueList, queueLoads, savedList } = endpoints.jobs;
const person = { id: '1', userName: 'ann', realName: null };
const project: ProjectRow = {
  ...{ id: 'p1', projectName: 'genomes', projectDescribe: '', timeStr: '2026-11-22' },
  ...{ createTime: '2026-11-22 05:00:00', owner: person, admin: person, userInfos: [person] },
  ...{ userCount: 1, tags: [], filePermission: defaultFilePermission, role: 'member' },
  ...{ approversNeeded: 1, awaitingMe: 0, restorableUntil: null, ownPending: 0 },
  ...{ usedBytes: null, lastChange: null },
};
const queue: QueueOption = {
  ...{ id: '1', queueName: 'plain', lanIp: '', state: 1, backend: 'agent', partitions: [] },
  ...{ isOpenToEveryone: true, projects: [], userInfos: [], defaultMinutes: 60, maxMinutes: 600 },
  ...{ network: 'none', networkChoice: 'none', calculations: [] },
  ...noProjectFiles,
};
const draftName = 'clusterdesk.jobDraft.7';

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  localStorage.setItem('language', 'en');
  localStorage.setItem('userId', '7');
  api = new FakeApi();
  api.on(queueList, [
    queue,
    { ...queue, id: '2', queueName: 'open', takesProjectFiles: true, takesSealedJobs: false },
    {
      ...queue,
      id: '3',
      queueName: 'both',
      takesProjectFiles: true,
      takesSealedJobs: true,
      network: 'outside',
    },
  ]);
  api.on(queueLoads, []);
  api.on(savedList, []);
  api.on(endpoints.projects.list, { data: [project], total: 1 });
  api.on(endpoints.projects.detail, project);
  api.on(run, specJob);
});

const own = new FakeSpace(['/lab/'], { ref: { space: 'disk' }, rootLabel: () => 'My files' }).space;
const files = new FakeSpace(['/raw/', '/raw/a.fa', '/raw/b.fa', '/out/']).space;
const show = (url: string, hasProjects = true): RenderedPage =>
  renderPage(
    <LiveProvider>
      <EditJobPage
        space={own}
        projects={
          hasProjects
            ? { spaceOf: () => files, canTake: ({ localPath }) => localPath === 'a.fa' }
            : null
        }
        readScript={async () => 'echo\n'}
      />
    </LiveProvider>,
    url,
  );
const choose = async (label: string, name: string): Promise<void> => {
  fireEvent.mouseDown(await screen.findByLabelText(label));
  fireEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option *' }));
};
const workDir = (): string => screen.getByLabelText<HTMLInputElement>('Working directory').value;
const submit = async (): Promise<Record<string, unknown> | undefined> => {
  fireEvent.change(screen.getByLabelText('Job name'), { target: { value: 'align' } });
  fireEvent.click(screen.getByText('Submit job'));
  await waitFor(() => expect(api.callsOf(run)).toHaveLength(1));
  return api.callsOf(run)[0]?.input;
};

describe('a job in a project', () => {
  it('works in a folder of it, with what was chosen there, and is kept as a draft', async () => {
    show('/editTask?script=%2Flab%2Falign.sh');
    await choose('Works in', 'genomes');
    expect(workDir()).toBe('/');
    fireEvent.click(screen.getByLabelText('Choose working directory'));
    fireEvent.click(await screen.findByText('out'));
    fireEvent.click(screen.getByText('Choose this folder'));
    expect(workDir()).toBe('/out');
    fireEvent.click(screen.getByLabelText('Add an input'));
    fireEvent.click(await screen.findByText('raw'));
    await screen.findByText('a.fa');
    // What may not be downloaded only a sealed job is given.
    expect(screen.queryByText('b.fa')).toBeNull();
    fireEvent.click(screen.getByText('a.fa'));
    await choose('Queue', 'open');
    expect(await submit()).toMatchObject({
      ...{ space: 'project', spaceId: 'p1', workDir: '/out' },
      ...{ inputs: ['/raw/a.fa'], isSealed: false },
    });
  });

  it('is offered the queues that take it alone, and told of one that does not', async () => {
    show('/editTask');
    await choose('Queue', 'open');
    await choose('Works in', 'genomes');
    fireEvent.mouseDown(screen.getByLabelText('Queue'));
    await screen.findByText(noProjectFiles.projectFilesReason);
    const offered = [...document.querySelectorAll('.ant-select-item-option')]
      .filter((option) => !option.classList.contains('ant-select-item-option-disabled'))
      .map((option) => option.textContent);
    expect(offered).toEqual(expect.arrayContaining(['open', 'both']));
    expect(screen.queryByText('This queue runs no sealed jobs.')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: /^Sealed/ }));
    await screen.findByText('This queue runs no sealed jobs.', {
      selector: '.ant-form-item-explain-error',
    });
    fireEvent.click(screen.getByText('both', { selector: '.ant-select-item-option *' }));
    await waitFor(() =>
      expect(
        screen.queryByText('This queue runs no sealed jobs.', {
          selector: '.ant-form-item-explain-error',
        }),
      ).toBeNull(),
    );
    // Sealed jobs have none, whatever their queue gives.
    await screen.findByText(/^Jobs have no network/);
    fireEvent.click(screen.getByRole('switch', { name: /^Sealed/ }));
    await screen.findByText(/^Jobs can reach networks/);
  });

  it('begins as the address says, sealed, and keeps nothing of it as a draft', async () => {
    const address = { projectId: 'p1', workDir: '/raw', inputs: ['/raw/a.fa', '/raw/b.fa'] };
    show(jobInProjectPath({ ...address, isSealed: true }));
    await screen.findByText('genomes');
    expect(workDir()).toBe('/raw');
    expect(screen.getByRole('switch', { name: /^Sealed/ }).getAttribute('aria-checked')).toBe(
      'true',
    );
    screen.getByTitle('/raw/b.fa');
    await screen.findByText(/The results get a folder of their own/);
    expect(localStorage.getItem(draftName)).toBeNull();
  });

  it('is the pattern of another, which begins beside its results', async () => {
    api.on(detail, {
      ...specJob,
      ...{ space: 'project', spaceId: 'p1', isSealed: true, inputs: ['/raw/b.fa'] },
      ...{ queueName: 'both', workDir: '/out/fit-1', nodeName: 'host1' },
    });
    show('/editTask?from=1');
    await screen.findByText('genomes');
    expect(workDir()).toBe('/out');
    expect(await submit()).toMatchObject({
      ...{ space: 'project', spaceId: 'p1', workDir: '/out' },
      ...{ inputs: ['/raw/b.fa'], isSealed: true },
    });
  });

  it('is restored from a draft', async () => {
    const draft = {
      jobName: 'a',
      spaceId: 'p1',
      workDir: '/out',
      inputs: ['/raw'],
      isSealed: true,
    };
    localStorage.setItem(draftName, JSON.stringify(draft));
    show('/editTask');
    await screen.findByText('genomes');
    expect(workDir()).toBe('/out');
    screen.getByTitle('/raw');
  });

  it('becomes one in My files where the user has no projects, or chooses so', async () => {
    const address = { projectId: 'p1', workDir: '/raw', inputs: [], isSealed: true };
    show(jobInProjectPath(address), false);
    await screen.findByText('Submit job');
    expect(screen.queryByLabelText('Works in')).toBeNull();
    expect(workDir()).toBe('~/');
  });
});
