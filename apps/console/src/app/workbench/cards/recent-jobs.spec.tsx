import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { specJob } from '../../../features/jobs/spec-job.js';
import { queryClient } from '../../../shared/api/query.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { RecentJobs } from './recent-jobs.js';

const { search } = endpoints.jobs;
const started = { startTime: '2026-11-22 05:00:00', startedAt: Date.parse('2026-11-22T05:00:00Z') };
let api: FakeApi;

beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
});

it('are the last three whatever became of them, with their state, their end and the way to their output', async () => {
  api.on(search, {
    data: [
      { ...specJob, jobId: '3', scriptName: 'waits', status: 'PENDING' },
      { ...specJob, jobId: '2', scriptName: 'runs', status: 'RUNNING', ...started },
      {
        ...specJob,
        ...{ jobId: '1', scriptName: 'broke', status: 'FAILED', exitCode: 2 },
        ...started,
        endTime: '2026-11-22 05:10:00',
      },
    ],
    total: 9,
  });
  const { container } = renderPage(<RecentJobs />);
  const lineOf = async (name: string): Promise<HTMLElement> =>
    (await screen.findByRole('link', { name })).closest('li')!;
  expect(api.callsOf(search).map(({ input }) => input)).toEqual([
    { owner: 'own', pageNum: 0, size: 3 },
  ]);
  const broke = await lineOf('broke');
  expect(broke.textContent).toMatch(/Failed.*2.*Ended .*ago/);
  expect(within(broke).getByRole('link', { name: 'Log of “broke”' }).getAttribute('href')).toBe(
    '/taskManangement?jobId=1',
  );
  expect((await lineOf('runs')).textContent).toMatch(/Running for \d/);
  const waits = await lineOf('waits');
  expect(waits.textContent).toMatch(/Submitted .*ago/);
  // What has not begun has no output.
  expect(within(waits).getAllByRole('link')).toHaveLength(1);
  expect(await findA11yFaults(container)).toEqual([]);
});

it('lead to a first one where there are none, and say when they cannot be told', async () => {
  api.on(search, { data: [], total: 0 });
  renderPage(<RecentJobs />);
  await screen.findByText('Jobs you submit appear here.');
  expect(screen.getByRole('link', { name: 'New job' }).getAttribute('href')).toBe('/editTask');
  api.on(search, () => {
    throw new Refusal(500, 'FAULT', 'It failed');
  });
  queryClient.clear();
  renderPage(<RecentJobs />);
  await screen.findByText('It failed');
});
