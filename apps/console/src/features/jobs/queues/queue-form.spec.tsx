import { endpoints, type ComputeNode, type QueueInfo } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { NewQueuePage, QueueEditPage } from './queue-edit-page.js';
import { noProjectFiles } from '../spec-job.js';

const { queueAdd, queueInfo, slurmList } = endpoints.jobs;

/** The contract reads ids as UUIDs. */
const id = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const agent = {
  ...{ state: 'connected' as const, lastSeen: 1, hostname: null, platform: null, version: null },
  ...{ cpuCount: null, memoryBytes: null, clonedHosts: [], invitedUntil: null },
};
const nodeOf = (number: number, cpus: number | null): ComputeNode => ({
  ...{ id: id(number), calculationName: `node${number}`, lanIp: `10.0.0.${number}`, cpus },
  ...{ calculationDescribe: '', online: true, state: 1, cpuUsed: null, queues: [] },
  ...{ acceptsJobs: true, drainedReason: null, isHeld: false, agent },
});
const granted = (number: number, cpus: number) => ({
  ...{ id: id(number), calculationName: `node${number}`, cpus, online: true },
  ...{ drainedReason: null, acceptsJobs: true, givesNetwork: true },
});
const queue: QueueInfo = {
  ...{ id: id(100), queueName: 'gpu', lanIp: '10.0.0.1,10.0.0.2', state: 1 },
  ...{ backend: 'agent', partitions: [] },
  isOpenToEveryone: false,
  projects: [{ id: id(201), projectName: 'Genome' }],
  userInfos: [{ id: id(301), userName: 'ann', realName: 'Ann Miller' }],
  ...{
    defaultMinutes: 60,
    maxMinutes: 2_000,
    network: 'none',
    networkChoice: 'none',
    ...noProjectFiles,
  },
  calculations: [granted(1, 4), granted(2, 8)],
  queueCalculationCpu: [],
};

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(endpoints.calculations.list, [
    nodeOf(1, 16),
    nodeOf(2, 32),
    nodeOf(3, null),
    nodeOf(4, 8),
  ]);
  api.on(endpoints.projects.listAll, [
    { id: id(201), projectName: 'Genome' },
    { id: id(202), projectName: 'Climate' },
  ]);
  api.on(endpoints.users.listAll, ({ name }) =>
    [
      { id: id(301), userName: 'ann', realName: 'Ann Miller' },
      { id: id(302), userName: 'bob', realName: null },
    ].filter(({ userName }) => userName.includes(String(name ?? ''))),
  );
  api.on(slurmList, { reason: 'Slurm is not used here', partitions: [], nodes: [] });
  api.on(queueInfo, queue);
  api.on(queueAdd, { id: queue.id });
});

const sent = () => api.callsOf(queueAdd).map(({ input }) => input);
const showNew = () =>
  renderPage(
    <LiveProvider>
      <NewQueuePage />
    </LiveProvider>,
    '/addQueue',
  );
const showEdit = () =>
  renderPage(
    <LiveProvider>
      <QueueEditPage />
    </LiveProvider>,
    `/editQueue?id=${queue.id}`,
  );
const press = (name: string): void =>
  void fireEvent.click(screen.getByText(name, { selector: 'button *' }));
/** A node as its name; roles are slow to ask for among so many. */
const host = (name: string) => screen.findByText(name);
const isChosen = (name: string): boolean =>
  screen.queryByLabelText(`CPUs of ${name}`, { selector: 'input' }) !== null;
const cpusOf = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(`CPUs of ${name}`, { selector: 'input' });
const type = (field: HTMLElement, value: string): void => {
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};
const choose = async (field: string, option: string): Promise<void> => {
  fireEvent.mouseDown(screen.getByLabelText(field));
  fireEvent.click(await screen.findByTitle(option));
};

describe('a new queue', () => {
  it('is sent whole, and the list follows', async () => {
    showNew();
    type(screen.getByLabelText('Queue name'), 'gpu');
    fireEvent.click(await host('node1'));
    fireEvent.click(await host('node3'));
    type(cpusOf('node1'), '6');
    type(cpusOf('node3'), '2');
    await choose('Projects', 'Climate');
    await choose('Users', 'bob');
    press('Add');
    await screen.findByText('another page');
    await screen.findByText('Queue added');
    expect(sent()).toEqual([
      {
        ...{ queueName: 'gpu', backend: 'agent' },
        calculations: [
          { id: id(1), cpus: 6 },
          { id: id(3), cpus: 2 },
        ],
        projects: [{ id: id(202) }],
        userInfos: [{ id: id(302) }],
        isOpenToEveryone: false,
        ...{ network: 'automatic', maxMinutes: 43_200, defaultMinutes: 1_440 },
      },
    ]);
  });

  it('is told what is wrong with it, and nothing is sent', async () => {
    showNew();
    await host('node1');
    press('Add');
    await screen.findByText('Enter a queue name');
    await screen.findByText('Choose at least one compute node');
    type(screen.getByLabelText('Queue name'), '9 lives');
    await screen.findByText(/^A queue's name begins with a letter/);
    fireEvent.click(await host('node1'));
    fireEvent.change(cpusOf('node1'), { target: { value: '' } });
    await screen.findByText('node1: enter a whole number of CPUs from 1 to 16');
    expect(sent()).toEqual([]);
  });

  it('stays in the form with what the server refuses', async () => {
    api.on(queueAdd, () => {
      throw new Refusal(409, 'QUEUE_NAME_TAKEN', 'Another queue has this name');
    });
    showNew();
    type(screen.getByLabelText('Queue name'), 'gpu');
    fireEvent.click(await host('node1'));
    press('Add');
    const refusal = await screen.findByText('Another queue has this name');
    expect(refusal.closest('.ant-form-item')?.textContent).toMatch(/^Queue name/);
    expect(screen.queryByText('another page')).toBeNull();
  });

  it('says why no node can be chosen', async () => {
    api.on(endpoints.calculations.list, () => {
      throw new Refusal(403, 'ACCESS_DENIED', 'You may not see nodes');
    });
    showNew();
    await screen.findByText('You may not see nodes');
    press('Add');
    await screen.findByText('Choose at least one compute node');
    api.on(endpoints.calculations.list, []);
    press('Try again');
    await screen.findByText('No compute nodes yet');
  });
});

describe('the nodes of a queue', () => {
  it('have all their CPUs at first, and never more or less than there are', async () => {
    showNew();
    fireEvent.click(await host('node4'));
    expect(cpusOf('node4').value).toBe('8');
    const slider = screen.getByRole('slider', { name: 'CPUs of node4' });
    expect(slider.getAttribute('aria-valuemin')).toBe('1');
    expect(slider.getAttribute('aria-valuemax')).toBe('8');
    fireEvent.keyDown(slider, { key: 'ArrowLeft', keyCode: 37 });
    expect(cpusOf('node4').value).toBe('7');
    type(cpusOf('node4'), '99');
    expect(cpusOf('node4').value).toBe('8');
    type(cpusOf('node4'), '0');
    expect(cpusOf('node4').value).toBe('1');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
  });

  it('have a number only while nobody knows how many CPUs there are', async () => {
    showNew();
    fireEvent.click(await host('node3'));
    expect(cpusOf('node3').value).toBe('1');
    expect(screen.queryByRole('slider')).toBeNull();
    screen.getByText('total unknown');
  });

  it('are chosen all at once, those that a search finds, and keep what they had', async () => {
    showEdit();
    await host('node1');
    fireEvent.change(screen.getByPlaceholderText('Search by name or address'), {
      target: { value: '10.0.0.4' },
    });
    fireEvent.click(await host('Select all 1 found'));
    fireEvent.change(screen.getByPlaceholderText('Search by name or address'), {
      target: { value: '' },
    });
    expect(cpusOf('node4').value).toBe('8');
    fireEvent.click(await host('Select all'));
    expect(cpusOf('node1').value).toBe('4');
    expect(cpusOf('node3').value).toBe('1');
    screen.getByText('Chosen (4)');
    fireEvent.click(await host('Select all'));
    screen.getByText('Chosen (0)');
  });

  it('are shown page by page', async () => {
    api.on(
      endpoints.calculations.list,
      Array.from({ length: 25 }, (_, at) => nodeOf(at + 1, 4)),
    );
    showNew();
    await host('node10');
    expect(screen.queryByText('node11')).toBeNull();
    fireEvent.click(await host('Select all'));
    screen.getByText('Chosen (25)');
    fireEvent.click(screen.getByTitle('3'));
    await host('node25');
  });
});

describe('editing a queue', () => {
  it('sends what was changed, and of lists what came and went', async () => {
    showEdit();
    await screen.findByText('Edit the queue “gpu”');
    fireEvent.click(await host('node1'));
    type(cpusOf('node2'), '16');
    fireEvent.click(await host('node4'));
    await choose('Users', 'bob');
    fireEvent.keyDown(screen.getByLabelText('Projects'), { key: 'Backspace', keyCode: 8 });
    fireEvent.click(screen.getByLabelText('Open to everyone'));
    type(screen.getByLabelText('Default time limit (minutes)'), '30');
    press('Save');
    await screen.findByText('another page');
    await screen.findByText('Queue saved');
    expect(sent()).toEqual([
      {
        id: queue.id,
        ...{ isOpenToEveryone: true, defaultMinutes: 30 },
        setCalculations: [
          { id: id(2), cpus: 16 },
          { id: id(4), cpus: 8 },
        ],
        removeCalculationIds: [id(1)],
        removeProjectIds: [id(201)],
        addUserIds: [id(302)],
      },
    ]);
  });

  it('sends nothing where nothing was changed, though a node has lost CPUs', async () => {
    api.on(endpoints.calculations.list, [nodeOf(1, 2), nodeOf(2, 32)]);
    showEdit();
    await host('node1');
    press('Save');
    await screen.findByText('another page');
    expect(sent()).toEqual([]);
  });

  it("leaves a colleague's change of the same lists", async () => {
    showEdit();
    fireEvent.click(await host('node4'));
    type(cpusOf('node1'), '2');
    const theirs = { ...queue, calculations: [granted(1, 3), granted(3, 5)], userInfos: [] };
    await act(async () => {
      queryClient.setQueryData(queryKeyOf(queueInfo, { queueId: queue.id }), theirs);
    });
    expect([isChosen('node1'), isChosen('node2')]).toEqual([true, false]);
    expect(cpusOf('node3').value).toBe('5');
    expect(cpusOf('node1').value).toBe('2');
    press('Save');
    await screen.findByText('another page');
    expect(sent()).toEqual([
      {
        id: queue.id,
        setCalculations: [
          { id: id(1), cpus: 2 },
          { id: id(4), cpus: 8 },
        ],
      },
    ]);
  });

  it('finds users at the server, and keeps those chosen before', async () => {
    showEdit();
    const field = await screen.findByLabelText('Users');
    fireEvent.mouseDown(field);
    fireEvent.change(field, { target: { value: 'bo' } });
    await waitFor(() =>
      expect(api.callsOf(endpoints.users.listAll).map(({ input }) => input)).toContainEqual({
        name: 'bo',
      }),
    );
    fireEvent.click(await screen.findByTitle('bob'));
    screen.getByTitle('Ann Miller (ann)');
    press('Save');
    await screen.findByText('another page');
    expect(sent()).toEqual([{ id: queue.id, addUserIds: [id(302)] }]);
  });

  it('says that users and projects cannot be found', async () => {
    for (const endpoint of [endpoints.users.listAll, endpoints.projects.listAll]) {
      api.on(endpoint, () => {
        throw new Refusal(500, 'BROKEN', 'Broken');
      });
    }
    showEdit();
    fireEvent.mouseDown(await screen.findByLabelText('Users'));
    await screen.findByText("Couldn't load the users.");
    fireEvent.mouseDown(await screen.findByLabelText('Projects'));
    await screen.findByText("Couldn't load the projects.");
  });

  it('asks for no more default time than the longest', async () => {
    showEdit();
    const longest = await screen.findByLabelText('Longest time limit (minutes)');
    type(longest, '50');
    press('Save');
    await screen.findByText('Enter a whole number from 1 to 50');
    expect(sent()).toEqual([]);
    // It follows the other field.
    type(longest, '600');
    await waitFor(() => expect(screen.queryByText(/Enter a whole number/)).toBeNull());
    press('Save');
    await screen.findByText('another page');
    expect(sent()).toEqual([{ id: queue.id, maxMinutes: 600 }]);
  });

  it('knows when the queue is gone', async () => {
    api.on(queueInfo, () => {
      throw new Refusal(404, 'JOB_QUEUE_NOT_FOUND', 'There is no such queue');
    });
    showEdit();
    await screen.findByText('No such queue');
    await screen.findByText('Back to queues');
  });
});
