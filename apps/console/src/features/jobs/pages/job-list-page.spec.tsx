import {
  endpoints,
  jobDetail,
  type JobStatus,
  type JobWaiting,
  type WireJobDetail,
  type WireJobRow,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { callerOf } from '../../../shared/testing/caller.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { JobDetails } from '../components/job-details.js';
import { specJob } from '../spec-job.js';
import { JobListPage } from './job-list-page.js';

const { search, counts, stop, hold, release, rerun, queueList } = endpoints.jobs;

const jobOf = (jobId: string, status: JobStatus, exitCode: number | null = null): WireJobRow => ({
  jobId,
  queueName: 'local',
  scriptName: `job_${jobId}`,
  loginNane: 'ann',
  workTime: '00:00:05',
  status,
  exitCode,
  nodeName: 'host1',
  cpus: 1,
  createTime: '2026-11-22 05:00:00',
  startTime: null,
  endTime: null,
  startedAt: null,
  cpuSeconds: null,
  maxRssBytes: null,
  array: null,
  arrayId: null,
  arrayIndex: null,
  isHeld: false,
});

const noJobs: Record<JobStatus, number> = {
  PENDING: 0,
  RUNNING: 0,
  COMPLETED: 0,
  FAILED: 0,
  CANCELLED: 0,
  TIMEOUT: 0,
  NODE_FAIL: 0,
};
let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  const all = [jobOf('1', 'RUNNING'), jobOf('2', 'FAILED', 3)];
  api.on(endpoints.account.detail, callerOf(false));
  api.on(counts, { ...noJobs, RUNNING: 1, FAILED: 1 });
  api.on(search, ({ statuses }) => {
    const data = all.filter(({ status }) => !statuses || String(statuses).includes(status));
    return { data, total: data.length };
  });
  api.on(stop, null);
  api.on(rerun, jobOf('9', 'PENDING'));
  api.on(queueList, []);
});

const show = (url = '/taskManangement'): RenderedPage =>
  renderPage(
    <LiveProvider>
      <JobListPage />
    </LiveProvider>,
    url,
  );

describe('the job list', () => {
  it('says how many jobs each state has, and narrows to one', async () => {
    const { user, router } = show();
    await screen.findByText('job_1');
    const chips = screen.getByRole('group', { name: 'Status' });
    await user.click(within(chips).getByRole('button', { name: 'Failed 1' }));
    await waitFor(() => expect(screen.queryByText('job_1')).toBeNull());
    expect(router.state.location.search).toBe('?status=FAILED');
    screen.getByText('Failed (exit code 3)');
    expect(within(chips).queryByRole('button', { name: /Timed out/ })).toBeNull();
    await user.click(within(chips).getByRole('button', { name: 'All 2' }));
    await screen.findByText('job_1');
  });

  it('shows an ordinary user nothing about others, whatever the URL asks for', async () => {
    show('/taskManangement?owner=all&username=bob');
    await screen.findByText('job_1');
    expect(screen.queryByText('Everyone')).toBeNull();
    expect(screen.queryByText('Username')).toBeNull();
    expect(api.callsOf(search).map(({ input }) => input)).toEqual([
      { owner: 'own', pageNum: 0, size: 20 },
    ]);
  });

  it('lets an administrator look at the jobs of all', async () => {
    api.on(endpoints.account.detail, callerOf(true));
    const { user } = show();
    await user.click(await screen.findByText('Everyone'));
    await screen.findByRole('columnheader', { name: 'Username' });
    expect(screen.getAllByText('ann')).toHaveLength(2);
    expect(api.callsOf(search).at(-1)?.input).toMatchObject({ owner: 'all' });
    expect(api.callsOf(counts).at(-1)?.input).toEqual({ owner: 'all' });
  });

  it('has the server sort', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Job name' }));
    await waitFor(() =>
      expect(api.callsOf(search).at(-1)?.input).toMatchObject({ sort: 'scriptName', order: 'asc' }),
    );
  });

  it('opens a job by a click on its row', async () => {
    const { user, router } = show();
    await screen.findByText('job_1');
    await user.click(screen.getAllByText('local')[0] as HTMLElement);
    expect(router.state.location.search).toBe('?jobId=1');
  });

  it('stops a job that runs, and lets any be cloned', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Stop job_1' }));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(api.callsOf(stop)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Run again job_1' })).toBeNull();
    const clone = screen.getByRole('link', { name: 'Clone job_2' });
    expect(clone.getAttribute('href')).toBe('/editTask?from=2');
  });

  it("runs one of one's own again, and opens the new one", async () => {
    const { user, router } = show();
    await user.click(await screen.findByRole('button', { name: 'Run again job_2' }));
    await waitFor(() => expect(router.state.location.search).toBe('?jobId=9'));
    expect(api.callsOf(rerun).map(({ input }) => input)).toEqual([{ jobId: '2' }]);
  });

  it("runs nobody else's again, though an administrator may clone it", async () => {
    api.on(endpoints.account.detail, { ...callerOf(true), userName: 'root' });
    show('/taskManangement?owner=all');
    await screen.findByRole('link', { name: 'Clone job_2' });
    expect(screen.queryByRole('button', { name: 'Run again job_2' })).toBeNull();
  });

  it('stops and runs again those that are selected, and says what was refused', async () => {
    api.on(stop, ({ jobId }) => {
      if (jobId === '3') {
        throw new Refusal(409, 'JOB_HAS_ENDED', 'The job has already ended');
      }
      return null;
    });
    const data = [jobOf('1', 'RUNNING'), jobOf('2', 'FAILED', 3), jobOf('3', 'PENDING')];
    api.on(search, { data, total: 3 });
    const { user } = show();
    await user.click(await screen.findByLabelText('Select all'));
    await user.click(await screen.findByRole('button', { name: 'Stop 2' }));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refused for 1 job' });
    within(dialog).getByText('job_3 #3');
    within(dialog).getByText('The job has already ended');
    expect(api.callsOf(stop).map(({ input }) => input)).toEqual([{ jobId: '1' }, { jobId: '3' }]);
    await user.click(within(dialog).getByText('Got it'));
    // What was refused stays selected, and what was not asked for.
    screen.getByText('2 jobs selected');
    await user.click(screen.getByRole('button', { name: 'Run 1 again' }));
    await screen.findByText('1 job submitted');
    expect(api.callsOf(rerun).map(({ input }) => input)).toEqual([{ jobId: '2' }]);
    await screen.findByText('1 job selected');
  });

  it('narrows to when jobs were submitted, which the address says', async () => {
    const { user, router } = show('/taskManangement?submitted=2026-11-01..2026-11-02');
    await screen.findByText('job_1');
    const { from, to } = api.callsOf(search)[0]?.input ?? {};
    expect(Number(to) - Number(from)).toBe(2 * 24 * 3_600_000 - 1);
    expect(api.callsOf(counts)[0]?.input).toMatchObject({ from, to });
    await user.click(screen.getByRole('combobox', { name: 'Submitted' }));
    await user.click(await screen.findByText('Last 7 days'));
    await waitFor(() => expect(router.state.location.search).toBe('?submitted=7'));
    expect(api.callsOf(search).at(-1)?.input).not.toHaveProperty('to');
  });

  it('leads to the output of a job that has begun', async () => {
    api.on(endpoints.jobs.detail, specJob);
    const begun = { ...jobOf('1', 'RUNNING'), startTime: '2026-11-22 05:00:00' };
    api.on(search, { data: [begun, jobOf('2', 'PENDING')], total: 2 });
    const { user } = show();
    const link = await screen.findByRole('link', { name: 'Output of job_1' });
    expect(screen.queryByRole('link', { name: 'Output of job_2' })).toBeNull();
    await user.click(link);
    const log = await screen.findByRole('log');
    await waitFor(() => expect(document.activeElement?.contains(log)).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
  });

  it('narrows to a queue where there are several', async () => {
    const { user, router } = show();
    await screen.findByText('job_1');
    expect(screen.queryByLabelText('Queue')).toBeNull();
    await router.navigate('/taskManangement?queue=gpu');
    await waitFor(() =>
      expect(api.callsOf(search).at(-1)?.input).toMatchObject({ queueName: 'gpu' }),
    );
    expect(api.callsOf(counts).at(-1)?.input).toMatchObject({ queueName: 'gpu' });
    await user.click(screen.getByLabelText('Queue'));
    await user.click(await screen.findByText('All queues'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

describe('the details of a job', () => {
  const show = (more: Partial<WireJobDetail>, isOthers = false): RenderedPage =>
    renderPage(<JobDetails job={jobDetail.parse({ ...specJob, ...more })} isOthers={isOthers} />);

  it('say which signal ended it, and with which variables it ran', async () => {
    show({ signal: 11, variables: { SEED: '7', A: 'x y' } });
    const term = await screen.findByText('Ended by signal');
    expect(term.parentElement?.textContent).toContain('11');
    expect(screen.getByText(/SEED=/).textContent).toBe('A=x y\nSEED=7');
  });

  it('lead to the results of one that has ended, and run it again', async () => {
    const { user, router } = show({ workDir: '/runs/1' });
    const folder = await screen.findByRole('link', { name: 'Open results folder' });
    expect(folder.getAttribute('href')).toBe('/myDoc?dir=%2Fruns%2F1');
    await user.click(screen.getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(router.state.location.search).toBe('?jobId=9'));
  });

  it.each([
    ['one that runs', { status: 'RUNNING' as const }, false],
    ["another's", {}, true],
  ])('of %s offer neither, but a clone', async (_, more, isOthers) => {
    show(more, isOthers);
    await screen.findByRole('link', { name: 'Clone' });
    expect(screen.queryByText('Open results folder')).toBeNull();
    expect(screen.queryByText('Run again')).toBeNull();
  });
});

const waitingJob: WireJobRow = { ...jobOf('4', 'PENDING'), nodeName: null };

it('a job that waits is held, and a held one released; neither of one that has its place', async () => {
  const data = [waitingJob, { ...waitingJob, jobId: '5', scriptName: 'job_5', isHeld: true }];
  data.push(jobOf('6', 'PENDING'));
  api.on(search, { data, total: data.length });
  api.on(hold, null);
  api.on(release, null);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Hold job_4' }));
  await user.click(screen.getByRole('button', { name: 'Release job_5' }));
  await waitFor(() =>
    expect(api.callsOf(release).map(({ input }) => input)).toEqual([{ jobId: '5' }]),
  );
  expect(api.callsOf(hold).map(({ input }) => input)).toEqual([{ jobId: '4' }]);
  screen.getByText('Held');
  expect(screen.getAllByRole('button', { name: /^(Hold|Release) / })).toHaveLength(2);
});

it.each([
  [false, 'Hold', hold],
  [true, 'Release', release],
])('the page of a job, held: %s, offers to %s it', async (isHeld, name, endpoint) => {
  const job = jobDetail.parse({ ...specJob, ...waitingJob, isHeld });
  api.on(endpoint, null);
  const { user } = renderPage(<JobDetails job={job} isOthers={false} />, '/');
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() =>
    expect(api.callsOf(endpoint).map(({ input }) => input)).toEqual([{ jobId: '4' }]),
  );
});

describe('a job that waits', () => {
  const waiting: JobWaiting = {
    ...{
      code: 'CPUS',
      text: 'Waiting for free CPUs: 3 more on node n1.',
      since: 1_790_000_000_000,
    },
    ...{ place: 4, whoCanChange: 'owner', advice: 'You can stop the job.' },
    ...{ earliestStartAt: 1_790_000_600_000, forecastMissMinutes: 7, hosts: [] },
  };
  const show = (more: Partial<JobWaiting>): unknown =>
    renderPage(
      <JobDetails
        job={jobDetail.parse({
          ...{ ...specJob, status: 'PENDING', memoryMb: 2048 },
          waiting: { ...waiting, ...more },
        })}
        isOthers={false}
      />,
      '/',
    );

  it('says what is missing, what its owner can do, its place, and when it can start', async () => {
    show({});
    const status = await screen.findByRole('status');
    expect(status.textContent).toContain('3 more on node n1');
    expect(status.textContent).toContain('You can stop the job.');
    expect(screen.getByText('Place in the queue').parentElement?.textContent).toContain('4');
    expect(screen.getByText('Waiting since')).toBeTruthy();
    expect(screen.getByText('Earliest start').parentElement?.textContent).toContain(
      'such times were off by 7 m',
    );
    expect(screen.getByText('Memory').parentElement?.textContent).toContain('2.00 GB');
  });

  it('says which of its hosts are in trouble, and leads there who may see hosts', async () => {
    show({
      hosts: [
        { nodeId: 'id-1', name: 'n1', text: 'Its clock is 9 s ahead.' },
        { nodeId: null, name: 'n2', text: 'Offline, last heard from at noon.' },
      ],
    });
    const link = await screen.findByRole('link', { name: 'n1' });
    expect(link.getAttribute('href')).toBe('/platformMonitoring?host=id-1');
    expect(link.parentElement?.textContent).toBe('n1: Its clock is 9 s ahead.');
    expect(screen.getByText('n2').closest('li')?.textContent).toMatch(/^n2: Offline/);
    expect(screen.queryByRole('link', { name: 'n2' })).toBeNull();
  });

  it('says nothing of a time that cannot be told, or how wrong it may be', async () => {
    show({ earliestStartAt: null, forecastMissMinutes: null, place: null });
    await screen.findByRole('status');
    expect(screen.queryByText('Earliest start')).toBeNull();
    expect(screen.queryByText('Place in the queue')).toBeNull();
    expect(screen.queryByText(/in trouble/)).toBeNull();
  });
});
