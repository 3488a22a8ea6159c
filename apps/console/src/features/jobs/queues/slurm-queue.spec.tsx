import { endpoints, type QueueInfo, type SlurmPartitionState } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { NewQueuePage, QueueEditPage } from './queue-edit-page.js';
import { noProjectFiles } from '../spec-job.js';

const { queueAdd, queueInfo, slurmList } = endpoints.jobs;

const id = '00000000-0000-4000-8000-000000000100';
const partitionOf = (name: string, more: Partial<SlurmPartitionState> = {}) => ({
  ...{
    name,
    state: 'UP',
    isDefault: false,
    nodes: ['c1'],
    mostCpusPerNode: null,
    maxMinutes: null,
  },
  ...{ cpus: { allocated: 4, idle: 12, total: 16 }, ...more },
});
const queue: QueueInfo = {
  ...{ id, queueName: 'batch', lanIp: '', state: 1, backend: 'slurm', partitions: ['old'] },
  ...{ isOpenToEveryone: true, projects: [], userInfos: [], defaultMinutes: 60, maxMinutes: 600 },
  ...{
    network: 'outside',
    networkChoice: 'automatic',
    ...noProjectFiles,
    calculations: [],
    queueCalculationCpu: [],
  },
};
const away = { reason: 'Slurm does not answer', partitions: [], nodes: [] };

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(endpoints.calculations.list, []);
  api.on(slurmList, {
    ...{ reason: '', nodes: [] },
    partitions: [partitionOf('cpu', { isDefault: true }), partitionOf('gpu', { state: 'DRAIN' })],
  });
  api.on(queueInfo, queue);
  api.on(queueAdd, { id });
});

const showPage = (page: 'new' | 'edit'): unknown =>
  renderPage(
    <LiveProvider>{page === 'new' ? <NewQueuePage /> : <QueueEditPage />}</LiveProvider>,
    page === 'new' ? '/addQueue' : `/editQueue?id=${id}`,
  );
const slurmChoice = async (): Promise<HTMLInputElement> => {
  const choice = await screen.findByLabelText<HTMLInputElement>(/^Slurm/, {
    selector: '[type=radio]',
  });
  return choice;
};
const press = (name: string): void =>
  void fireEvent.click(screen.getByText(name, { selector: 'button *' }));
const choosePartition = async (name: string): Promise<void> => {
  fireEvent.mouseDown(screen.getByLabelText('Partitions'));
  fireEvent.click(await screen.findByTitle(name));
};

describe('a queue of Slurm', () => {
  it('is made with partitions, whose states are shown, and without nodes', async () => {
    showPage('new');
    const choice = await slurmChoice();
    await waitFor(() => expect(choice.disabled).toBe(false));
    fireEvent.click(choice);
    fireEvent.change(screen.getByLabelText('Queue name'), { target: { value: 'batch' } });
    await waitFor(() => expect(screen.queryByText('No compute nodes yet')).toBeNull());
    await choosePartition('gpu');
    screen.getByText('UP · default · 12 of 16 CPUs free');
    screen.getByText('DRAIN · 12 of 16 CPUs free');
    press('Add');
    await screen.findByText('Queue added');
    const [sent] = api.callsOf(queueAdd).map(({ input }) => input);
    expect(sent).toMatchObject({ queueName: 'batch', backend: 'slurm', partitions: ['gpu'] });
    expect(sent).not.toHaveProperty('calculations');
  });

  it('is not offered where Slurm does not answer; the form says why', async () => {
    api.on(slurmList, away);
    showPage('new');
    await screen.findByText('Slurm does not answer');
    expect((await slurmChoice()).disabled).toBe(true);
  });

  it('stays one while Slurm is away, and sends only what was changed', async () => {
    api.on(slurmList, away);
    showPage('edit');
    const choice = await slurmChoice();
    expect([choice.checked, choice.disabled]).toEqual([true, false]);
    screen.getByTitle('old');
    fireEvent.change(screen.getByLabelText('Queue name'), { target: { value: 'night' } });
    press('Save');
    await screen.findByText('Queue saved');
    expect(api.callsOf(queueAdd).map(({ input }) => input)).toEqual([{ id, queueName: 'night' }]);
  });

  it('gets other partitions as a whole', async () => {
    showPage('edit');
    await slurmChoice();
    await choosePartition('cpu');
    press('Save');
    await screen.findByText('Queue saved');
    expect(api.callsOf(queueAdd).map(({ input }) => input)).toEqual([
      { id, partitions: ['old', 'cpu'] },
    ]);
  });
});
