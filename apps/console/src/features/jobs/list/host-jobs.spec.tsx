import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { specJob } from '../spec-job.js';
import { HostJobs } from './host-jobs.js';

const { onHost } = endpoints.jobs;
let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
});
const show = () =>
  renderPage(
    <LiveProvider>
      <main>
        <h1>calc-1</h1>
        <h2>Jobs</h2>
        <HostJobs nodeId="n1" />
      </main>
    </LiveProvider>,
    '/platformMonitoring?host=n1',
  );

it('names the jobs of a host with their owners, leads to each, and counts those that are not listed', async () => {
  api.on(onHost, {
    running: [{ ...specJob, jobId: '7', status: 'RUNNING', arrayId: '6', arrayIndex: 3 }],
    runningCount: 3,
    ended: [{ ...specJob, jobId: '5', scriptName: 'mesh', endTime: '2026-11-22 06:00:00' }],
  });
  const { container } = show();
  const running = within(await screen.findByRole('region', { name: 'Running here' }));
  const row = running.getByRole('listitem');
  expect(row.textContent).toMatch(/^fitindex 3Runningann/);
  expect(running.getByRole('link', { name: 'fit #7' }).getAttribute('href')).toBe(
    '/taskManangement?jobId=7',
  );
  screen.getByText('2 more jobs are running here and are not listed.');
  const ended = within(screen.getByRole('region', { name: /Ended/ }));
  ended.getByRole('link', { name: 'mesh #5' });
  ended.getByText('Completed');
  expect(api.callsOf(onHost)[0]?.input).toEqual({ nodeId: 'n1' });
  expect(await findA11yFaults(container)).toEqual([]);
});

it('says that a host runs nothing', async () => {
  api.on(onHost, { running: [], runningCount: 0, ended: [] });
  show();
  await screen.findByText('No jobs are running here.');
});

it('says why nothing can be said', async () => {
  api.on(onHost, () => {
    throw new Refusal(403, 'FORBIDDEN', 'You may not see this.');
  });
  show();
  await screen.findByText('You may not see this.');
});
