import {
  endpoints,
  jobDetail,
  type JobStatus,
  type JobWaiting,
  type WireJobRow,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { callerOf } from '../../../shared/testing/caller.js';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { JobDetails } from '../components/job-details.js';
import { JobListPage } from './job-list-page.js';

const { search, counts, stop } = endpoints.jobs;

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

  it('stops a job that runs, and offers to run again one that has ended', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Stop job_1' }));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(api.callsOf(stop)).toHaveLength(1));
    const again = screen.getByRole('link', { name: 'Run again job_2' });
    expect(again.getAttribute('href')).toBe('/editTask?from=2');
  });
});

it('a job that a signal ended says which', async () => {
  const job = jobDetail.parse({
    ...jobOf('3', 'FAILED', 139),
    ...{ scriptContent: 'x', workDir: '/', maxMinutes: 60, network: 'none', reason: '' },
    ...{ waiting: null, memoryMb: null, outputBytes: 0, signal: 11, isOutputRemoved: false },
  });
  renderPage(<JobDetails job={job} isOthers={false} />, '/');
  const term = await screen.findByText('Ended by signal');
  expect(term.parentElement?.textContent).toContain('11');
});

describe('a job that waits', () => {
  const waiting: JobWaiting = {
    ...{
      code: 'CPUS',
      text: 'Waiting for free CPUs: 3 more on node n1.',
      since: 1_790_000_000_000,
    },
    ...{ place: 4, whoCanChange: 'owner', advice: 'You can stop the job.' },
    ...{ earliestStartAt: 1_790_000_600_000, forecastMissMinutes: 7 },
  };
  const show = (more: Partial<JobWaiting>): unknown =>
    renderPage(
      <JobDetails
        job={jobDetail.parse({
          ...jobOf('4', 'PENDING', null),
          ...{ scriptContent: 'x', workDir: '/', maxMinutes: 60, network: 'none', reason: '' },
          ...{ waiting: { ...waiting, ...more }, memoryMb: 2048, outputBytes: 0, signal: null },
          isOutputRemoved: false,
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

  it('says nothing of a time that cannot be told, or how wrong it may be', async () => {
    show({ earliestStartAt: null, forecastMissMinutes: null, place: null });
    await screen.findByRole('status');
    expect(screen.queryByText('Earliest start')).toBeNull();
    expect(screen.queryByText('Place in the queue')).toBeNull();
  });
});
