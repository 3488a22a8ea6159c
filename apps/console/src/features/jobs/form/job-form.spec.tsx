import { endpoints, type QueueOption } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { specJob } from '../spec-job.js';
import { EditJobPage } from '../pages/edit-job-page.js';
import { noProjectFiles } from '../spec-job';

// The editor measures its text, which has no size here.
Range.prototype.getClientRects = () => document.createElement('i').getClientRects();

const { run, search, queueList, queueLoads } = endpoints.jobs;
const queue: QueueOption = {
  id: '1',
  queueName: 'local',
  ...{
    lanIp: '',
    state: 1,
    backend: 'agent',
    partitions: [],
    isOpenToEveryone: true,
    projects: [],
    userInfos: [],
  },
  defaultMinutes: 60,
  maxMinutes: 600,
  network: 'outside',
  networkChoice: 'outside',
  ...noProjectFiles,
  calculations: [
    {
      ...{ id: '1', calculationName: 'host1', cpus: 4, online: true },
      ...{ drainedReason: null, acceptsJobs: true, givesNetwork: true },
    },
  ],
};
const draftName = 'clusterdesk.jobDraft.7';

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  localStorage.setItem('language', 'en');
  localStorage.setItem('userId', '7');
  api = new FakeApi();
  api.on(queueList, [queue]);
  api.on(endpoints.jobs.savedList, []);
  api.on(queueLoads, [
    { queueName: 'local', waitingJobs: 2, usedCpus: 4, totalCpus: 4, freeCpus: 0, mostFreeCpus: 0 },
  ]);
});

const show = (url = '/editTask', read = (path: string) => `echo from ${path}\n`): RenderedPage =>
  renderPage(
    <LiveProvider>
      <EditJobPage
        projects={null}
        space={new FakeSpace(['/lab/', '/lab/align.sh']).space}
        readScript={async (path) => read(path)}
      />
    </LiveProvider>,
    url,
  );
const script = (): HTMLElement => screen.getByLabelText('Script', { selector: '[role=textbox]' });

describe('the form of a job', () => {
  it('begins with a script of My files, named after it', async () => {
    show('/editTask?script=%2Flab%2Falign.sh');
    await waitFor(() => expect(script().textContent).toContain('echo from /lab/align.sh'));
    expect(screen.getByLabelText<HTMLInputElement>('Job name').value).toBe('align');
    expect(localStorage.getItem(draftName)).toBeNull();
  });

  it('keeps what is typed as a draft, and leaves without asking', async () => {
    const { router } = show();
    fireEvent.change(await screen.findByLabelText('Job name'), { target: { value: 'align' } });
    await waitFor(() => expect(localStorage.getItem(draftName)).toContain('"align"'));
    await router.navigate('/elsewhere');
    await screen.findByText('another page');
    await router.navigate('/editTask');
    expect((await screen.findByLabelText<HTMLInputElement>('Job name')).value).toBe('align');
    fireEvent.click(screen.getByText('Discard and start over'));
    expect(screen.getByLabelText<HTMLInputElement>('Job name').value).toBe('');
    expect(localStorage.getItem(draftName)).toBeNull();
  });

  it('keeps nothing of what it fills in itself', async () => {
    const { router } = show();
    await screen.findByText('No CPU free now · 2 jobs waiting');
    await router.navigate('/elsewhere');
    await screen.findByText('another page');
    expect(localStorage.getItem(draftName)).toBeNull();
  });

  it('keeps a folder that was only picked, and says so then and not before', async () => {
    show();
    await screen.findByText('No CPU free now · 2 jobs waiting');
    expect(screen.queryByText(/Draft/)).toBeNull();
    fireEvent.click(await screen.findByLabelText('Choose working directory'));
    fireEvent.click(await screen.findByText('lab'));
    fireEvent.click(screen.getByText('Choose this folder'));
    await waitFor(() => expect(localStorage.getItem(draftName)).toContain('"~/lab"'));
  });

  it('says how busy the queue is', async () => {
    show();
    await screen.findByText('No CPU free now · 2 jobs waiting');
  });

  it('leaves the number of CPUs of a queue of Slurm to the server', async () => {
    api.on(queueList, [{ ...queue, backend: 'slurm', partitions: ['gpu'], calculations: [] }]);
    api.on(queueLoads, [
      {
        queueName: 'local',
        waitingJobs: 0,
        usedCpus: 4,
        totalCpus: 64,
        freeCpus: 60,
        mostFreeCpus: 60,
      },
    ]);
    api.on(run, specJob);
    show('/editTask?script=%2Flab%2Falign.sh');
    await screen.findByText('60 CPUs free now · no jobs waiting');
    expect(screen.queryByText(/on one node|No node|^Jobs (can|have)/)).toBeNull();
    fireEvent.change(screen.getByLabelText('CPUs'), { target: { value: '48' } });
    fireEvent.click(screen.getByText('Submit job'));
    await waitFor(() => expect(api.callsOf(run)[0]?.input).toMatchObject({ cpus: 48 }));
  });

  it.each([
    ['outside', /^Jobs can reach networks outside/],
    ['none', /^Jobs have no network/],
  ] as const)('says what jobs of the queue reach: %s', async (network, sentence) => {
    api.on(queueList, [{ ...queue, network }]);
    show();
    await screen.findByText(sentence);
  });

  it('fills in an example', async () => {
    show();
    fireEvent.mouseDown(await screen.findByLabelText('Template'));
    fireEvent.click(await screen.findByText('Python program'));
    await waitFor(() => expect(script().textContent).toContain('python3 -u main.py'));
  });

  it('submits with Ctrl+Enter once, says a refusal beside its field, and keeps the draft', async () => {
    const draft = { jobName: 'align', queueName: 'local', cpus: 4, scriptContent: 'echo' };
    localStorage.setItem(draftName, JSON.stringify(draft));
    api.on(run, () => {
      throw new Refusal(400, 'JOB_TOO_MANY_CPUS', 'at most 2 CPUs');
    });
    show();
    const name = await screen.findByLabelText('Job name');
    fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(api.callsOf(run)).toHaveLength(1));
    await screen.findByText('at most 2 CPUs');
    expect(document.activeElement).toBe(screen.getByLabelText('CPUs'));
    expect(api.callsOf(run).map(({ input }) => input)).toEqual([
      expect.objectContaining({ jobName: 'align', queueName: 'local', scriptContent: 'echo' }),
    ]);
    expect(localStorage.getItem(draftName)).toContain('align');
  });

  it('takes a script and a working folder from the space', async () => {
    show();
    fireEvent.click(await screen.findByText('Choose from My files'));
    fireEvent.click(await screen.findByText('lab'));
    fireEvent.click(await screen.findByText('align.sh'));
    await waitFor(() => expect(script().textContent).toContain('echo from /lab/align.sh'));
    fireEvent.click(screen.getByLabelText('Choose working directory'));
    fireEvent.click(await screen.findByText('lab'));
    fireEvent.click(screen.getByText('Choose this folder'));
    expect(screen.getByLabelText<HTMLInputElement>('Working directory').value).toBe('~/lab');
  });

  describe('with the #SBATCH lines of a script', () => {
    const lines =
      '#SBATCH -J fit -p gpu -n 2 -c 2\n#SBATCH -t 1-0 --mem 4G --gres gpu:1 --exclusive\necho\n';
    const valueOf = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;
    beforeEach(() => api.on(queueList, [queue, { ...queue, id: '2', queueName: 'gpu' }]));

    it('fills in what was not typed, and says what has no effect', async () => {
      show('/editTask?script=%2Flab%2Falign.sh', () => lines);
      await waitFor(() => expect(valueOf('Time limit (minutes)')).toBe('1440'));
      const filled = ['Job name', 'CPUs', 'Memory (MiB)'].map(valueOf);
      expect(filled).toEqual(['fit', '4', '4096']);
      screen.getByText('gpu', { selector: '[title]' });
      screen.getByText(/have no effect here: --gres gpu:1, --exclusive$/);
      await waitFor(() => expect(screen.queryByText(/ask for other values/)).toBeNull());
    });

    it('leaves what was typed, says that it differs, and takes their values when asked to', async () => {
      show('/editTask', () => lines);
      fireEvent.change(await screen.findByLabelText('CPUs'), { target: { value: '3' } });
      fireEvent.click(screen.getByText('Choose from My files'));
      fireEvent.click(await screen.findByText('lab'));
      fireEvent.click(await screen.findByText('align.sh'));
      await screen.findByText(/ask for other values: CPUs 4\. /);
      expect([valueOf('Job name'), valueOf('CPUs')]).toEqual(['fit', '3']);
      fireEvent.click(screen.getByText("Use the script's values"));
      await waitFor(() => expect(valueOf('CPUs')).toBe('4'));
    });

    it('fills in an array, which is none where the field is emptied', async () => {
      api.on(run, specJob);
      show('/editTask?script=%2Flab%2Falign.sh', () => '#SBATCH -p gpu --array=1-3%2\necho\n');
      await waitFor(() => expect(valueOf('Array')).toBe('1-3%2'));
      fireEvent.change(screen.getByLabelText('Array'), { target: { value: '3-1' } });
      await screen.findByText(/^An array is written as 1-100,/);
      fireEvent.change(screen.getByLabelText('Array'), { target: { value: '' } });
      await screen.findByText(/ask for other values: Array 1-3%2\. /);
      fireEvent.click(screen.getByText('Submit job'));
      await waitFor(() => expect(api.callsOf(run)[0]?.input).toMatchObject({ array: '' }));
    });

    it('says what an emptied field leaves to them', async () => {
      show('/editTask?script=%2Flab%2Falign.sh', () => lines);
      await waitFor(() => expect(valueOf('Memory (MiB)')).toBe('4096'));
      const asks = "Empty: the script's #SBATCH lines ask for 4.00 GB.";
      expect(screen.queryByText(asks)).toBeNull();
      fireEvent.change(screen.getByLabelText('Memory (MiB)'), { target: { value: '' } });
      await screen.findByText(asks);
      fireEvent.change(screen.getByLabelText('Time limit (minutes)'), { target: { value: '' } });
      await screen.findByText(/^Empty: .* ask for 1 d/);
    });

    it('leaves the values of a draft', async () => {
      const draft = { jobName: 'align', queueName: 'local', cpus: 1, scriptContent: lines };
      localStorage.setItem(draftName, JSON.stringify(draft));
      show();
      await screen.findByText(/ask for other values: Job name fit, Queue gpu, CPUs 4, Memory/);
      expect(valueOf('Job name')).toBe('align');
    });
  });

  it("waits for jobs of one's own, found by their name", async () => {
    api.on(search, { data: [specJob], total: 1 });
    api.on(run, specJob);
    show('/editTask?script=%2Flab%2Falign.sh');
    fireEvent.mouseDown(await screen.findByLabelText('After jobs'));
    fireEvent.click(await screen.findByTitle('fit #1'));
    expect(api.callsOf(search)[0]?.input).toMatchObject({
      statuses: ['PENDING', 'RUNNING', 'COMPLETED'],
    });
    fireEvent.click(screen.getByText('Submit job'));
    await waitFor(() => expect(api.callsOf(run)[0]?.input).toMatchObject({ afterJobIds: ['1'] }));
  });

  it('finds a job to wait for by its id, and says of a search for none that there is none', async () => {
    api.on(search, { data: [], total: 0 });
    api.on(endpoints.jobs.detail, ({ jobId }) => {
      if (jobId !== '12') {
        throw new Refusal(404, 'JOB_NOT_FOUND', 'No such job');
      }
      return { ...specJob, jobId: '12' };
    });
    show();
    const field = await screen.findByLabelText('After jobs');
    fireEvent.mouseDown(field);
    fireEvent.change(field, { target: { value: '#12' } });
    await screen.findByTitle('fit #12');
    fireEvent.change(field, { target: { value: '13' } });
    await screen.findByText('No matching jobs');
  });

  it('says what is missing or wrong in its own words', async () => {
    show();
    fireEvent.click(await screen.findByText('Submit job'));
    await screen.findByText('Enter a job name');
    await screen.findByText('Enter the script');
    fireEvent.change(screen.getByLabelText('Job name'), { target: { value: '1st' } });
    await screen.findByText(/must start with a letter/);
    expect(api.callsOf(run)).toHaveLength(0);
  });
});
