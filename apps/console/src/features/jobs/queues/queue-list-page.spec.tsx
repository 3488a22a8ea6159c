import { endpoints, type QueueOption } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { QueueListPage } from './queue-list-page.js';
import { noProjectFiles } from '../spec-job.js';

const { queueDelete, queueList, queueLoads } = endpoints.jobs;

const nodeOf = (name: string, more: Partial<QueueOption['calculations'][number]> = {}) => ({
  ...{ id: name, calculationName: name, cpus: 4, online: true, drainedReason: null },
  acceptsJobs: true,
  ...{ givesNetwork: true, ...more },
});
const queueOf = (queueName: string, more: Partial<QueueOption> = {}): QueueOption => ({
  ...{
    id: `q-${queueName}`,
    queueName,
    lanIp: '',
    state: 1,
    isOpenToEveryone: false,
    backend: 'agent',
    partitions: [],
  },
  ...{ projects: [], userInfos: [], calculations: [], defaultMinutes: 1_440, maxMinutes: 2_000 },
  ...{ network: 'none', networkChoice: 'none', ...noProjectFiles, ...more },
});
const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), userName: `u${at}`, realName: '' }));
const queues = [
  queueOf('local', {
    ...{ network: 'outside', networkChoice: 'automatic', isOpenToEveryone: true },
    lanIp: '10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4,10.0.0.5',
    calculations: [
      nodeOf('host1'),
      nodeOf('host2', { online: false }),
      nodeOf('host3', { givesNetwork: false }),
      nodeOf('host4', { drainedReason: 'Its disk is full' }),
      nodeOf('host5', { acceptsJobs: false }),
    ],
  }),
  queueOf('closed'),
  queueOf('batch', { backend: 'slurm', partitions: ['cpu', 'gpu'], network: 'outside' }),
  queueOf('named', {
    projects: [{ id: 'p', projectName: 'Genome' }],
    userInfos: [{ id: 'a', userName: 'ann', realName: 'Ann Miller' }, ...named(7)],
  }),
];
const loadOf = (queueName: string, waitingJobs: number, usedCpus: number, totalCpus: number) => ({
  ...{ queueName, waitingJobs, usedCpus, totalCpus },
  ...{ freeCpus: 0, mostFreeCpus: 0 },
});

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(queueList, queues);
  api.on(queueLoads, [
    loadOf('local', 2, 3, 4),
    loadOf('closed', 0, 0, 0),
    loadOf('named', 1, 0, 8),
  ]);
});

const show = () =>
  renderPage(
    <LiveProvider>
      <QueueListPage />
    </LiveProvider>,
  );
const card = async (name: string) => within(await screen.findByRole('article', { name }));
const question = (name: string) => screen.findByRole('dialog', { name });
const answer = async (name: string, button: string): Promise<void> =>
  void fireEvent.click(within(await question(name)).getByRole('button', { name: button }));

describe('the cards of queues', () => {
  it('say what a queue gives its jobs, how busy it is, and why a node gets none', async () => {
    show();
    await screen.findByText('4 queues');
    const local = await card('local');
    local.getByText('Outside access (automatic)');
    await local.findByText('3 of 4 CPUs in use · 2 jobs waiting');
    expect(local.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75');
    const rows = local.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'host1 10.0.0.1 · 4 cores ',
      'host2 10.0.0.2 · 4 cores Offline',
      'host3 10.0.0.3 · 4 cores Cannot provide this network',
      'host4 10.0.0.4 · 4 cores Out of serviceIts disk is full',
      'host5 10.0.0.5 · 4 cores Accepts no jobs',
    ]);
    local.getByText(/^A node can provide outside access only if it has slirp4netns/);
    const closed = await card('closed');
    closed.getByText('No network');
    await closed.findByText('No node available now · no jobs waiting');
    expect(closed.queryByText(/slirp4netns/)).toBeNull();
    closed.getByText('No nodes; jobs can only wait');
  });

  it('say which partitions of Slurm a queue has, in place of nodes and network', async () => {
    api.on(queueList, [...queues, queueOf('any', { backend: 'slurm' })]);
    show();
    const batch = await card('batch');
    batch.getByText('Slurm');
    batch.getByText('cpu, gpu');
    expect(batch.queryByText(/Nodes|Outside access/)).toBeNull();
    (await card('any')).getByText("Slurm's default partition");
  });

  it('say who may submit: the first few by name', async () => {
    show();
    (await card('local')).getByText('Everyone');
    (await card('closed')).getByText('Administrators only');
    const rest = await card('named');
    rest.getByText('Genome');
    rest.getByText('Ann Miller, u0, u1, u2, u3 and 3 more');
  });

  it('lead to the forms', async () => {
    show();
    const edit = (await card('closed')).getByRole('link', { name: 'Edit closed' });
    expect(edit.getAttribute('href')).toBe('/editQueue?id=q-closed');
    expect(screen.getByRole('link', { name: /Add queue/ }).getAttribute('href')).toBe('/addQueue');
  });

  it('offer nothing to manage to who only submits', async () => {
    api.on(queueList, [queueOf('local', { calculations: [nodeOf('host1')] })]);
    show();
    const local = await card('local');
    expect(local.getByRole('listitem').textContent).toBe('host1 4 cores ');
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
    expect(local.queryByText('Who may submit')).toBeNull();
  });

  it('say that they do not know how busy the queues are, until they do', async () => {
    api.on(queueLoads, () => {
      throw new Refusal(500, 'BROKEN', 'Broken');
    });
    const { user } = show();
    await screen.findByText("Couldn't load how busy the queues are.");
    api.on(queueLoads, [loadOf('local', 2, 3, 4)]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('3 of 4 CPUs in use · 2 jobs waiting');
    expect(screen.queryByText(/Couldn't load/)).toBeNull();
  });

  it('give way to the first step where there is none', async () => {
    api.on(queueList, []);
    show();
    await screen.findByText('No queues yet');
    expect(screen.getAllByRole('link', { name: /Add queue/ })).toHaveLength(2);
  });
});

describe('deleting a queue', () => {
  const inputs = () => api.callsOf(queueDelete).map(({ input }) => input);
  const pressDelete = async (): Promise<void> =>
    void fireEvent.click((await card('closed')).getByRole('button', { name: 'Delete closed' }));

  it('asks, and the backdrop does not answer', async () => {
    api.on(queueDelete, null);
    show();
    await pressDelete();
    const dialog = await question('Delete the queue “closed”?');
    fireEvent.click(dialog.closest('.ant-modal-wrap')!);
    await answer('Delete the queue “closed”?', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await pressDelete();
    await answer('Delete the queue “closed”?', 'Delete');
    await screen.findByText('Queue deleted');
    expect(inputs()).toEqual([{ id: 'q-closed' }]);
    expect(api.callsOf(queueList).length).toBeGreaterThan(1);
  });

  const refused = new Refusal(409, 'QUEUE_HAS_JOBS', 'It has jobs', {}, { jobs: 3 });

  it('asks a second time where jobs of it wait or run, and stops them', async () => {
    api.on(queueDelete, ({ cancelJobs }) => {
      if (!cancelJobs) {
        throw refused;
      }
      return null;
    });
    show();
    await pressDelete();
    await answer('Delete the queue “closed”?', 'Delete');
    const second = within(await question('Stop the jobs of “closed” and delete it?'));
    second.getByText(/^3 jobs of this queue are waiting or running and will end/);
    await answer('Stop the jobs of “closed” and delete it?', 'Stop jobs and delete');
    await screen.findByText('Queue deleted');
    expect(inputs()).toEqual([{ id: 'q-closed' }, { id: 'q-closed', cancelJobs: true }]);
  });

  it('leaves the jobs alone where the second answer is no', async () => {
    api.on(queueDelete, () => {
      throw refused;
    });
    show();
    await pressDelete();
    await answer('Delete the queue “closed”?', 'Delete');
    await answer('Stop the jobs of “closed” and delete it?', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inputs()).toEqual([{ id: 'q-closed' }]);
  });

  it('says so when it is refused for another reason', async () => {
    api.on(queueDelete, () => {
      throw new Refusal(409, 'BUSY', 'Try again in a moment');
    });
    show();
    await pressDelete();
    await answer('Delete the queue “closed”?', 'Delete');
    await screen.findByText('Try again in a moment');
    expect(screen.queryByText(/Stop the jobs/)).toBeNull();
  });
});
