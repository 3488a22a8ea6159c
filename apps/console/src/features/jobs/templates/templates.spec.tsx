import {
  defaultFilePermission,
  endpoints,
  type QueueOption,
  type SavedScriptText,
  type ScriptParameter,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { pagePaths } from '../../../shared/paths.js';
import { callerOf } from '../../../shared/testing/caller.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { specJob } from '../spec-job.js';
import { EditJobPage } from '../pages/edit-job-page.js';
import { noProjectFiles } from '../spec-job';

// The editor measures its text, which has no size here.
Range.prototype.getClientRects = () => document.createElement('i').getClientRects();

const { run, save, savedList, savedDetail, savedDelete, queueList, queueLoads, detail } =
  endpoints.jobs;
const ids = ['1', '2', '3'].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [
  string,
  string,
  string,
];
const queue: QueueOption = {
  ...{
    id: ids[0],
    queueName: 'local',
    state: 1,
    ...{ backend: 'agent', partitions: [], lanIp: '', isOpenToEveryone: true },
    ...{ projects: [], userInfos: [] },
    defaultMinutes: 60,
    maxMinutes: 600,
  },
  ...{ network: 'outside', networkChoice: 'outside', ...noProjectFiles },
  calculations: [
    {
      ...{ id: ids[0], calculationName: 'host1', cpus: 8, online: true },
      ...{ drainedReason: null, acceptsJobs: true, givesNetwork: true },
    },
  ],
};
const parameter: Omit<ScriptParameter, 'name'> = {
  ...{ label: '', kind: 'text', default: '', choices: [], isRequired: false },
};
const own: SavedScriptText = {
  ...{ id: ids[0], jobName: 'fit', context: 'echo $SEED\n', path: '/runs', state: 1 },
  ...{ createTime: '2026-11-22 05:00:00', queueName: 'gpu', cpus: 4, maxMinutes: null },
  parameters: [
    { ...parameter, name: 'SEED', label: 'Random seed', kind: 'number', default: '1' },
    { ...parameter, name: 'MODEL', kind: 'choice', choices: ['small', 'large'] },
    { ...parameter, name: 'DRY', kind: 'switch' },
    { ...parameter, name: 'TITLE', isRequired: true },
  ],
  ...{ ownerName: 'ann', isOwn: true, queues: [], projects: [] },
};
const shared: SavedScriptText = {
  ...{ ...own, id: ids[1], jobName: 'align', queueName: null, cpus: null, parameters: [] },
  ...{ ownerName: 'Bob', isOwn: false, projects: [{ id: ids[2], projectName: 'genes' }] },
  context: '#SBATCH -c 3\necho align\n',
};

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  localStorage.setItem('language', 'en');
  localStorage.setItem('userId', '7');
  api = new FakeApi();
  giveMenus(pagePaths.jobs);
  api.on(queueList, [queue, { ...queue, id: ids[1], queueName: 'gpu' }]);
  api.on(queueLoads, []);
  api.on(savedList, [own, shared]);
  api.on(savedDetail, ({ id }) => [own, shared].find((script) => script.id === id)!);
  api.on(save, { id: ids[2] });
  api.on(endpoints.account.detail, callerOf(false));
  api.on(run, () => {
    throw new Refusal(409, 'OTHER', 'not now');
  });
});

const show = (url = '/editTask'): RenderedPage =>
  renderPage(
    <LiveProvider>
      <EditJobPage projects={null} space={new FakeSpace([]).space} readScript={async () => ''} />
    </LiveProvider>,
    url,
  );
const script = (): HTMLElement => screen.getByLabelText('Script', { selector: '[role=textbox]' });
const valueOf = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;
const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function choose(name: string, label = 'Template'): Promise<void> {
  fireEvent.mouseDown(await screen.findByLabelText(label));
  fireEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option *' }));
  if ([own, shared].some(({ jobName }) => label === 'Template' && jobName === name)) {
    await waitFor(() => expect(valueOf('Job name')).toBe(name));
  }
}
const sent = (): Record<string, unknown> | undefined => api.callsOf(run).at(-1)?.input;

describe('a template', () => {
  it('fills in the form, asks for its parameters, and sends them as variables', async () => {
    show();
    await choose('fit');
    await waitFor(() => expect(script().textContent).toContain('echo $SEED'));
    expect([valueOf('Job name'), valueOf('CPUs'), valueOf('Working directory')]).toEqual([
      ...['fit', '4', '~/runs'],
    ]);
    screen.getByText('gpu', { selector: '[title]' });
    expect(valueOf('Random seed')).toBe('1');
    fireEvent.click(screen.getByText('Submit job'));
    // TITLE is required; nothing is sent without it.
    await screen.findByText('Please fill in this field');
    expect(api.callsOf(run)).toHaveLength(0);
    type('TITLE', 'first; $(run)');
    type('Random seed', '12');
    await choose('large', 'MODEL');
    fireEvent.click(screen.getByLabelText('DRY'));
    fireEvent.click(screen.getByText('Submit job'));
    await waitFor(() =>
      expect(sent()).toMatchObject({
        ...{ jobName: 'fit', queueName: 'gpu', cpus: 4, workDir: '/runs' },
        variables: { SEED: '12', MODEL: 'large', DRY: '1', TITLE: 'first; $(run)' },
      }),
    );
  });

  it('of somebody else says whose it is; what it leaves open its #SBATCH lines say', async () => {
    show();
    await choose('fit');
    await screen.findByLabelText('TITLE');
    fireEvent.mouseDown(screen.getByLabelText('Template'));
    await screen.findByText('Bob · genes');
    fireEvent.click(screen.getByText('align', { selector: '.ant-select-item-option *' }));
    await waitFor(() => expect(valueOf('CPUs')).toBe('3'));
    expect(screen.queryByLabelText('TITLE')).toBeNull();
    // Its queue is left as it was.
    fireEvent.click(screen.getByText('Submit job'));
    await waitFor(() => expect(sent()).toMatchObject({ queueName: 'gpu', jobName: 'align' }));
    expect(sent()).not.toHaveProperty('variables');
  });

  it('leaves the queue to the user where the user may not use its own', async () => {
    api.on(queueList, [queue]);
    show();
    await screen.findByText('local', { selector: '[title]' });
    await choose('fit');
    await waitFor(() => expect(valueOf('Job name')).toBe('fit'));
    screen.getByText('local', { selector: '[title]' });
    expect(screen.queryByText('gpu')).toBeNull();
  });

  it('is kept by a draft with its answers', async () => {
    const { router } = show();
    await choose('fit');
    await screen.findByLabelText('TITLE');
    type('TITLE', 'second');
    await router.navigate('/elsewhere');
    await screen.findByText('another page');
    await router.navigate('/editTask');
    await waitFor(() => expect(valueOf('TITLE')).toBe('second'));
    expect(valueOf('Random seed')).toBe('1');
  });

  it('is made of the form, whose variables become its parameters', async () => {
    const { user } = show();
    await choose('Shell script');
    type('Job name', 'count');
    fireEvent.click(screen.getByText('Environment variables'));
    fireEvent.click(screen.getByText('Add variable'));
    type('Variable', 'DEPTH');
    type('Value', '9');
    fireEvent.click(screen.getByText('Save as template'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText<HTMLInputElement>('Template name').value).toBe('count');
    // Nobody is offered to share who may not.
    expect(dialog.queryByText(/^Share with/)).toBeNull();
    await user.type(dialog.getByLabelText('Label'), 'Depth');
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(api.callsOf(save)).toHaveLength(1));
    expect(api.callsOf(save)[0]?.input).toMatchObject({
      ...{ jobName: 'count', path: '/', cpus: 1, maxMinutes: null },
      context: expect.stringContaining('#!/bin/bash'),
      parameters: [{ ...parameter, name: 'DEPTH', label: 'Depth', default: '9' }],
    });
    expect(api.callsOf(save)[0]?.input).not.toHaveProperty('id');
    // The job goes on as one of the template.
    await waitFor(() => expect(valueOf('Depth')).toBe('9'));
    expect(screen.queryByLabelText('Value')).toBeNull();
  });

  it('of one’s own takes the place of the one it began with, unless a new one is wanted', async () => {
    show();
    await choose('fit');
    await screen.findByLabelText('TITLE');
    fireEvent.click(screen.getByText('Save as template'));
    let dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByText('Save'));
    await waitFor(() => expect(api.callsOf(save)).toHaveLength(1));
    expect(api.callsOf(save)[0]?.input).toMatchObject({ id: own.id, parameters: own.parameters });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('fit');
    fireEvent.click(screen.getByText('Save as template'));
    dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByText('New template'));
    fireEvent.click(dialog.getByText('Save'));
    await waitFor(() => expect(api.callsOf(save)).toHaveLength(2));
    expect(api.callsOf(save)[1]?.input).not.toHaveProperty('id');
  });

  it('is shared with queues and projects by who manages them', async () => {
    giveMenus(pagePaths.jobs, pagePaths.queues, pagePaths.managedProjects);
    const person = { id: ids[0], userName: 'ann', realName: null };
    const project = {
      ...{ id: ids[2], projectName: 'genes', projectDescribe: '', timeStr: '2026-11-22' },
      ...{ createTime: '2026-11-22 05:00:00', owner: person, admin: person, userInfos: [person] },
      ...{ userCount: 1, tags: [], filePermission: defaultFilePermission, role: 'owner' as const },
      ...{ approversNeeded: 1, awaitingMe: 0, restorableUntil: null, ownPending: 0 },
      ...{ usedBytes: null, lastChange: null },
    };
    api.on(endpoints.projects.list, { data: [project], total: 1 });
    show();
    await choose('fit');
    await screen.findByLabelText('TITLE');
    fireEvent.click(screen.getByText('Save as template'));
    const dialog = within(await screen.findByRole('dialog'));
    await choose('gpu', 'Share with queues');
    await choose('genes', 'Share with projects');
    fireEvent.click(dialog.getByText('Save'));
    await waitFor(() => expect(api.callsOf(save)).toHaveLength(1));
    expect(api.callsOf(save)[0]?.input).toMatchObject({
      queues: [{ id: ids[1] }],
      projects: [{ id: ids[2] }],
    });
  });

  it('says beside a parameter what is wrong with it', async () => {
    show();
    await choose('fit');
    await screen.findByLabelText('TITLE');
    fireEvent.click(screen.getByText('Save as template'));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByText('Add parameter'));
    const name = dialog.getAllByLabelText('Variable').at(-1) as HTMLElement;
    fireEvent.change(name, { target: { value: 'HOME' } });
    await dialog.findByText(/is not one that the platform sets/i);
    fireEvent.change(name, { target: { value: 'SEED' } });
    await dialog.findByText('This name is already in use');
    fireEvent.click(dialog.getByText('Save'));
    expect(api.callsOf(save)).toHaveLength(0);
  });

  it('is edited and deleted by its author; that of others is not offered', async () => {
    api.on(savedDelete, null);
    const { user } = show();
    await user.click(await screen.findByLabelText('Manage templates'));
    await screen.findByText('Parameters: Random seed, MODEL, DRY, TITLE');
    expect(screen.queryByLabelText('Delete align')).toBeNull();
    await user.click(screen.getByLabelText('Delete fit'));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(api.callsOf(savedDelete)[0]?.input).toEqual({ id: own.id }));
    await user.click(screen.getByLabelText('Edit fit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the template “fit”' }));
    fireEvent.change(dialog.getByLabelText('Template name'), { target: { value: 'fit_2' } });
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(api.callsOf(save)).toHaveLength(1));
    const [call] = api.callsOf(save);
    expect(call?.input).toMatchObject({ id: own.id, jobName: 'fit_2' });
    // The script stays, whatever the form holds.
    expect(call?.input).not.toHaveProperty('context');
  });
});

describe('variables of a job', () => {
  it('come from the job that is cloned, with everything else', async () => {
    api.on(detail, { ...specJob, cpus: 2, workDir: '/runs', variables: { SEED: '7', A: 'x' } });
    show('/editTask?from=1');
    await screen.findByDisplayValue('SEED');
    expect([valueOf('CPUs'), valueOf('Working directory')]).toEqual(['2', '~/runs']);
    fireEvent.click(screen.getByText('Submit job'));
    await waitFor(() => expect(sent()).toMatchObject({ variables: { A: 'x', SEED: '7' } }));
  });

  it('have names of their own, and not one that the platform sets', async () => {
    show();
    await choose('fit');
    fireEvent.click(screen.getByText('Environment variables'));
    fireEvent.click(screen.getByText('Add variable'));
    type('Variable', 'SEED');
    await screen.findByText('This name is already in use');
    type('Variable', 'CLUSTERDESK_JOB_ID');
    await screen.findByText(/is not one that the platform sets/i);
    type('TITLE', 'x');
    fireEvent.click(screen.getByText('Submit job'));
    fireEvent.click(screen.getByLabelText('Remove variable'));
    expect(api.callsOf(run)).toHaveLength(0);
    fireEvent.click(screen.getByText('Submit job'));
    await waitFor(() => expect(sent()).toMatchObject({ variables: { TITLE: 'x' } }));
  });
});
