import {
  endpoints,
  type JobFile,
  type WireJobDetail,
  type WireJobRow,
} from '@clusterdesk/contracts';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveCache } from '../../../shared/live/cache/live-cache.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { callerOf } from '../../../shared/testing/caller.js';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { jobLiveRules } from '../job-live.js';
import { JobListPage } from '../pages/job-list-page.js';
import { specJob } from '../spec-job.js';

const { detail, files } = endpoints.jobs;
const fileOf = (path: string, more: Partial<JobFile> = {}): JobFile => ({
  ...{ space: 'project', spaceId: 'p1', path, size: 2048, modifiedTime: '2026-11-22 05:00:00' },
  ...{ isDirectory: false, state: 'same' },
  ...more,
});
const job: WireJobDetail = {
  ...specJob,
  ...{ space: 'project', spaceId: 'p1', spaceName: 'genomes', workDir: '/out/fit', isSealed: true },
  inputs: ['/raw'],
  logPath: '/out/fit/fit.log',
};

let api: FakeApi;
let outputs: JobFile[];
let isWhole: boolean;
beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  api = new FakeApi();
  isWhole = true;
  outputs = [
    fileOf('/out/fit/a.txt', { state: 'changed' }),
    fileOf('/out/fit/b', { state: 'gone' }),
  ];
  api.on(endpoints.account.detail, { ...callerOf(false), userName: 'ann' });
  api.on(detail, job);
  api.on(files, ({ kind }) =>
    kind === 'input'
      ? { data: [fileOf('/raw', { isDirectory: true, size: 0 })], total: 1, isWhole: true }
      : { data: outputs, total: outputs.length, isWhole },
  );
});

const show = (): RenderedPage =>
  renderPage(
    <LiveProvider>
      <JobListPage />
    </LiveProvider>,
    '/taskManangement?jobId=1',
  );
const cache = new LiveCache(queryClient);
afterAll(() => cache.stop());
const announce = (changed: WireJobRow): void =>
  act(() =>
    jobLiveRules.forEach((rule) => rule.event === 'jobUpdated' && rule.apply(cache, changed)),
  );

it('a job of a project says where it works, that it is sealed, and where its output lies', async () => {
  show();
  const place = await screen.findByRole('link', { name: 'genomes · /out/fit' });
  expect(place.getAttribute('href')).toBe('/managementProjectDetail?id=p1&dir=%2Fout%2Ffit');
  screen.getByText('Sealed');
  screen.getByRole('link', { name: 'fit.log' });
  screen.getByRole('link', { name: 'Open results folder' });
});

it('the viewer of a project that is closed to them gets no link', async () => {
  api.on(detail, { ...job, spaceName: '' });
  show();
  await screen.findByText('/out/fit');
  await screen.findByText('a.txt');
  expect(screen.queryByRole('link', { name: /out|fit\.log|results folder|a\.txt/ })).toBeNull();
});

it('lists what a job was given and made, with what became of each, and how to get it', async () => {
  show();
  const results = await screen.findByRole('region', { name: 'Results' });
  const link = await within(results).findByRole('link', { name: 'a.txt' });
  expect(link.getAttribute('href')).toBe('/managementProjectDetail?id=p1&dir=%2Fout%2Ffit');
  within(results).getByText('Changed since');
  within(results).getByText('Not there now');
  within(results).getByText(/apply for the download/);
  const inputs = screen.getByRole('region', { name: 'Inputs' });
  await within(inputs).findByRole('link', { name: '/raw' });
  within(inputs).getByText('Folder');
  expect(screen.queryByText(/^Not all are listed/)).toBeNull();
});

it('says that not all are listed', async () => {
  isWhole = false;
  api.on(detail, { ...job, isSealed: false });
  show();
  await screen.findByText(/^Not all are listed.*the newest 1,000 are/);
  expect(screen.queryByText(/apply for the download/)).toBeNull();
});

it('asks again when the job has ended, and says nothing of results before', async () => {
  api.on(detail, { ...job, status: 'RUNNING', logPath: null });
  outputs = [];
  isWhole = false;
  show();
  await screen.findByText('Files are listed once the job has ended');
  expect(screen.queryByText(/^Not all are listed/)).toBeNull();
  outputs = [fileOf('/out/fit/model.bin')];
  isWhole = true;
  api.on(detail, job);
  announce({ ...specJob, status: 'COMPLETED' });
  await waitFor(() => screen.getByRole('link', { name: 'model.bin' }));
});
