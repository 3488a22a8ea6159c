import {
  endpoints,
  type EndpointAnswer,
  type JobStatus,
  type QueueOption,
  type WireJobRow,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { LiveCache } from '../../../shared/live/cache/live-cache.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { callerOf } from '../../../shared/testing/caller.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { jobLiveRules } from '../job-live.js';
import { noProjectFiles, specJob } from '../spec-job.js';
import { NewGraphPage } from './form/new-graph-page.js';
import { GraphListPage } from './graph-list-page.js';

// The editor measures its text, which has no size here.
Range.prototype.getClientRects = () => document.createElement('i').getClientRects();

const { graphDetail, graphList, graphRerun, graphRun, graphStop, detail } = endpoints.jobs;
type Graph = EndpointAnswer<typeof graphDetail>;

const jobOf = (key: string, status: JobStatus): WireJobRow => ({
  ...specJob,
  ...{ jobId: `job-${key}`, scriptName: key, status, exitCode: status === 'FAILED' ? 3 : null },
});
const graphOf = (prepare: JobStatus, fit: JobStatus, draw: JobStatus): Graph => ({
  ...{ graphId: '5', graphName: 'study', loginName: callerOf(false).userName },
  ...{ createTime: '2026-11-22 05:00:00', status: 'FAILED', counts: { COMPLETED: 1 } },
  stepCount: 3,
  steps: [
    { key: 'prepare', after: [], runs: 1, job: jobOf('prepare', prepare) },
    { key: 'fit', after: ['prepare'], runs: 2, job: jobOf('fit', fit) },
    { key: 'draw', after: ['fit'], runs: 1, job: jobOf('draw', draw) },
  ],
});
const queue: QueueOption = {
  ...{ id: '1', queueName: 'local', lanIp: '', state: 1, backend: 'agent', partitions: [] },
  ...{ isOpenToEveryone: true, projects: [], userInfos: [], calculations: [] },
  ...{ defaultMinutes: 60, maxMinutes: 600, network: 'none', networkChoice: 'none' },
  ...noProjectFiles,
};

let api: FakeApi;
let graph: Graph;
beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  api = new FakeApi();
  graph = graphOf('COMPLETED', 'FAILED', 'CANCELLED');
  api.on(endpoints.account.detail, callerOf(false));
  api.on(endpoints.jobs.queueList, [queue]);
  api.on(endpoints.jobs.queueLoads, []);
  api.on(graphDetail, () => graph);
  api.on(graphRun, { graphId: '5' });
  api.on(graphRerun, null);
  api.on(graphStop, null);
  api.on(detail, ({ jobId }) => ({
    ...specJob,
    jobId: String(jobId),
    scriptContent: 'exit 3',
    cpus: 2,
  }));
});

const show = (url = '/jobGraphs?graphId=5'): RenderedPage =>
  renderPage(
    <LiveProvider>
      <GraphListPage />
    </LiveProvider>,
    url,
  );
const stepOf = (key: string): HTMLElement =>
  screen.getByRole('link', { name: key }).closest('li') as HTMLElement;

describe('the page of a graph', () => {
  it('lists its steps, first ones first, each with what became of its job and what it follows', async () => {
    graph.steps.reverse();
    show();
    await screen.findByText('Failed (exit code 3)');
    const items = within(screen.getByRole('group', { name: 'Steps' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^prepareCompleted.*comes first$/),
      expect.stringMatching(/^fitFailed \(exit code 3\).*run 2after prepare$/),
      expect.stringMatching(/^drawStopped.*after fit$/),
    ]);
    const link = screen.getByRole('link', { name: 'fit' });
    expect(link.getAttribute('href')).toBe('/taskManangement?jobId=job-fit');
  });

  it('follows its jobs as they change', async () => {
    show();
    await screen.findByRole('link', { name: 'draw' });
    graph = graphOf('COMPLETED', 'COMPLETED', 'RUNNING');
    const cache = new LiveCache(queryClient);
    const job = jobOf('draw', 'RUNNING');
    act(() =>
      jobLiveRules.forEach((rule) => rule.event === 'jobUpdated' && rule.apply(cache, job)),
    );
    await waitFor(() => within(stepOf('draw')).getByText('Running'));
    await waitFor(() => within(stepOf('fit')).getByText('Completed'));
    cache.stop();
  });

  it('runs again from a step on, with a script that was changed', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Run again from fit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Run again from fit' });
    within(dialog).getByText('These steps run again: fit, draw');
    const cpus = within(dialog).getByLabelText('CPUs');
    fireEvent.change(cpus, { target: { value: '4' } });
    await user.click(within(dialog).getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(api.callsOf(graphRerun)).toHaveLength(1));
    expect(api.callsOf(graphRerun)[0]?.input).toEqual({
      ...{ graphId: '5', from: ['fit'] },
      changes: [{ key: 'fit', scriptContent: 'exit 3', cpus: 4, maxMinutes: 60 }],
    });
  });

  it('runs again all that has not succeeded', async () => {
    const { user } = show();
    await user.click(
      await screen.findByRole('button', { name: 'Run again what has not succeeded' }),
    );
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Run again' }));
    await waitFor(() =>
      expect(api.callsOf(graphRerun)[0]?.input).toEqual({ graphId: '5', from: ['fit', 'draw'] }),
    );
  });

  it('stops what is open, and offers nothing again that is', async () => {
    graph = graphOf('COMPLETED', 'RUNNING', 'PENDING');
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Stop graph' }));
    expect(screen.queryByRole('button', { name: /^Run again/ })).toBeNull();
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Stop graph' }));
    await waitFor(() => expect(api.callsOf(graphStop)[0]?.input).toEqual({ graphId: '5' }));
  });

  it("of another's offers a look", async () => {
    graph = { ...graph, loginName: 'somebody' };
    show();
    await screen.findByText('somebody');
    expect(screen.queryByRole('button', { name: /^Run again/ })).toBeNull();
  });

  it('says that there is none', async () => {
    api.on(graphDetail, () => {
      throw new Refusal(404, 'JOB_GRAPH_NOT_FOUND', 'none');
    });
    show();
    await screen.findByText('There is no such graph, or it is not yours');
  });
});

it('the list tells how far each graph is, and opens it', async () => {
  api.on(graphList, { data: [graph], total: 1 });
  const { user, router } = show('/jobGraphs');
  await screen.findByText('Steps done: 1 of 3');
  await user.click(screen.getByText('study'));
  await waitFor(() => expect(router.state.location.search).toBe('?graphId=5'));
});

describe('the form of a graph', () => {
  const showForm = (): RenderedPage =>
    renderPage(
      <LiveProvider>
        <NewGraphPage space={new FakeSpace(['/lab/']).space} />
      </LiveProvider>,
      '/newJobGraph',
    );
  const group = (name: string): HTMLElement => screen.getByRole('group', { name });
  const preview = (): (string | null)[] =>
    within(group('Preview'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const follow = async (step: string, other: string): Promise<void> => {
    fireEvent.mouseDown(within(group(step)).getByLabelText('After the success of'));
    const options = await screen.findAllByTitle(other, {
      selector: '.ant-select-item-option',
    } as never);
    fireEvent.click(options.at(-1)!);
  };

  it('draws what is typed, and submits names in place of the ids that it keeps', async () => {
    const { user, router } = showForm();
    fireEvent.change(await screen.findByLabelText('Graph name'), { target: { value: 'study' } });
    await user.click(screen.getByRole('button', { name: 'Add step' }));
    fireEvent.change(within(group('step2')).getByLabelText('Step name'), {
      target: { value: 'fit' },
    });
    await waitFor(() => expect(preview()).toEqual(['step1', 'fit', 'step3']));
    for (const key of ['step1', 'fit', 'step3']) {
      const script = await screen.findByRole('textbox', { name: `Script of ${key}` });
      script.textContent = `echo ${key}`;
      fireEvent.input(script);
    }
    await user.click(screen.getByRole('button', { name: 'Submit graph' }));
    await waitFor(() => expect(api.callsOf(graphRun)).toHaveLength(1));
    expect(api.callsOf(graphRun)[0]?.input).toEqual({
      graphName: 'study',
      steps: [
        { ...{ key: 'step1', after: [] }, scriptContent: 'echo step1' },
        { ...{ key: 'fit', after: ['step1'] }, scriptContent: 'echo fit' },
        { ...{ key: 'step3', after: ['fit'] }, scriptContent: 'echo step3' },
      ].map((step) => ({ ...step, queueName: 'local', workDir: '/' })),
    });
    await waitFor(() => expect(router.state.location.search).toBe('?graphId=5'));
  });

  it('says that steps wait for each other, and sends nothing', async () => {
    const { user } = showForm();
    fireEvent.change(await screen.findByLabelText('Graph name'), { target: { value: 'study' } });
    await follow('step1', 'step2');
    await screen.findByText(/^These steps wait for each other: /);
    await user.click(screen.getByRole('button', { name: 'Submit graph' }));
    expect(api.callsOf(graphRun)).toEqual([]);
  });
});
