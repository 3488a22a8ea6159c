import { endpoints, type QueueOption } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { QueueEditPage } from './queue-edit-page.js';
import { QueueListPage } from './queue-list-page.js';

const { queueEdit, queueList, queueLoads } = endpoints.jobs;

const nodeOf = (name: string, more: Partial<QueueOption['calculations'][number]> = {}) => ({
  ...{ id: name, calculationName: name, cpus: 4, online: true, drainedReason: null },
  acceptsJobs: true,
  ...{ givesNetwork: true, ...more },
});
const queues: QueueOption[] = [
  {
    ...{
      id: 'q-1',
      queueName: 'local',
      state: 1,
      defaultMinutes: 1_440,
      network: 'outside',
      networkChoice: 'automatic',
    },
    maxMinutes: 2_000,
    calculations: [
      nodeOf('host1'),
      nodeOf('host2', { online: false }),
      nodeOf('host3', { givesNetwork: false }),
      nodeOf('host4', { drainedReason: 'Its disk is full' }),
      nodeOf('host5', { acceptsJobs: false }),
    ],
  },
  {
    ...{
      id: 'q-2',
      queueName: 'closed',
      state: 1,
      defaultMinutes: 60,
      network: 'none',
      networkChoice: 'none',
    },
    maxMinutes: 2_000,
    calculations: [],
  },
];

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(queueList, queues);
  api.on(queueLoads, [
    { queueName: 'local', waitingJobs: 2, freeCpus: 0, mostFreeCpus: 0 },
    { queueName: 'closed', waitingJobs: 0, freeCpus: 0, mostFreeCpus: 0 },
  ]);
});

const showList = () =>
  renderPage(
    <LiveProvider>
      <QueueListPage />
    </LiveProvider>,
  );

describe('the list of queues', () => {
  it('says what each queue gives its jobs and why a node gets none', async () => {
    showList();
    await screen.findByText('2 queues');
    const local = within(screen.getByRole('article', { name: 'local' }));
    local.getByText('Outside access (automatic)');
    await local.findByText('No CPU free now · 2 jobs waiting');
    const rows = local.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'host1 4 cores ',
      'host2 4 cores Offline',
      'host3 4 cores Cannot provide this network',
      'host4 4 cores Out of serviceIts disk is full',
      'host5 4 cores Accepts no jobs',
    ]);
    local.getByText(/^A node can provide outside access only if it has slirp4netns/);
    const closed = within(screen.getByRole('article', { name: 'closed' }));
    closed.getByText('No network');
    await closed.findByText('No node available now · no jobs waiting');
    expect(closed.queryByText(/slirp4netns/)).toBeNull();
    closed.getByText('No nodes; jobs can only wait');
    expect(closed.getByRole('link', { name: 'Edit closed' }).getAttribute('href')).toBe(
      '/editQueue?id=q-2',
    );
  });

  it('says that it does not know how busy they are, until it does', async () => {
    api.on(queueLoads, () => {
      throw new Refusal(500, 'BROKEN', 'Broken');
    });
    const { user } = showList();
    await screen.findByText("Couldn't load how busy the queues are.");
    screen.getByRole('article', { name: 'local' });
    api.on(queueLoads, [{ queueName: 'local', waitingJobs: 2, freeCpus: 0, mostFreeCpus: 0 }]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No CPU free now · 2 jobs waiting');
    expect(screen.queryByText(/Couldn't load/)).toBeNull();
  });

  it('says so when there is none', async () => {
    api.on(queueList, []);
    showList();
    await screen.findByText('No queues yet');
  });
});

const showEdit = (url: string): RenderedPage =>
  renderPage(
    <LiveProvider>
      <QueueEditPage />
    </LiveProvider>,
    url,
  );

describe('editing a queue', () => {
  it('saves the network and the time limits, and goes back to the list', async () => {
    api.on(queueEdit, null);
    showEdit('/editQueue?id=q-1');
    const none = await screen.findByRole<HTMLInputElement>('radio', { name: /No network/ });
    expect(none.checked).toBe(false);
    fireEvent.click(none);
    const minutes = screen.getByLabelText('Default time limit (minutes)');
    fireEvent.change(minutes, { target: { value: '30' } });
    const longest = screen.getByLabelText('Longest time limit (minutes)');
    fireEvent.change(longest, { target: { value: '40' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('another page');
    expect(api.callsOf(queueEdit).map(({ input }) => input)).toEqual([
      { id: 'q-1', network: 'none', defaultMinutes: 30, maxMinutes: 40 },
    ]);
  });

  it('asks for a time limit that the server takes', async () => {
    showEdit('/editQueue?id=q-1');
    const minutes = await screen.findByLabelText('Default time limit (minutes)');
    fireEvent.change(minutes, { target: { value: '2001' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Enter a whole number from 1 to 2000');
    const longest = screen.getByLabelText('Longest time limit (minutes)');
    fireEvent.change(longest, { target: { value: '525601' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.getAllByText('Enter a whole number from 1 to 525600')).toHaveLength(1),
    );
    expect(api.callsOf(queueEdit)).toEqual([]);
  });

  it('asks for no more usual time than the longest', async () => {
    api.on(queueEdit, null);
    showEdit('/editQueue?id=q-1');
    const longest = await screen.findByLabelText('Longest time limit (minutes)');
    fireEvent.change(longest, { target: { value: '1000' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Enter a whole number from 1 to 1000');
    expect(api.callsOf(queueEdit)).toEqual([]);
    // It follows the other field.
    fireEvent.change(longest, { target: { value: '1500' } });
    await waitFor(() => expect(screen.queryByText(/Enter a whole number/)).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('another page');
    expect(api.callsOf(queueEdit)).toHaveLength(1);
  });

  it('says it in the form when the server refuses', async () => {
    api.on(queueEdit, () => {
      throw new Refusal(404, 'JOB_QUEUE_NOT_FOUND', 'There is no such queue');
    });
    showEdit('/editQueue?id=q-1');
    fireEvent.click(await screen.findByRole('radio', { name: /No network/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('There is no such queue');
  });

  it('knows when the queue is gone', async () => {
    showEdit('/editQueue?id=q-9');
    await screen.findByText('No such queue');
    await screen.findByText('Back to queues');
  });
});
