import {
  endpoints,
  type JobStatus,
  type WireJobDetail,
  type WireJobRow,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
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

const { search, counts, detail, elements, stop, queueList } = endpoints.jobs;

const array: WireJobDetail = {
  ...specJob,
  ...{ jobId: '9', scriptName: 'sweep', status: 'RUNNING', nodeName: null, exitCode: null },
  array: { text: '1-100%10', counts: { PENDING: 86, RUNNING: 1, COMPLETED: 12, TIMEOUT: 1 } },
};
const elementOf = (arrayIndex: number, status: JobStatus): WireJobRow => ({
  ...specJob,
  ...{ jobId: `9${arrayIndex}`, scriptName: 'sweep', status, arrayId: '9', arrayIndex },
  exitCode: status === 'FAILED' ? 3 : null,
});

let api: FakeApi;
let all: WireJobRow[];
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  all = [elementOf(1, 'FAILED'), elementOf(2, 'RUNNING')];
  api.on(endpoints.account.detail, callerOf(false));
  api.on(search, { data: [array], total: 1 });
  api.on(counts, {
    ...{ PENDING: 0, RUNNING: 1, COMPLETED: 0, FAILED: 0 },
    ...{ CANCELLED: 0, TIMEOUT: 0, NODE_FAIL: 0 },
  });
  api.on(queueList, []);
  api.on(detail, array);
  api.on(stop, null);
  api.on(elements, ({ statuses }) => {
    const data = all.filter(({ status }) => !statuses || String(statuses).includes(status));
    return { data, total: data.length };
  });
});

const show = (url: string): RenderedPage =>
  renderPage(
    <LiveProvider>
      <JobListPage />
    </LiveProvider>,
    url,
  );
const announce = (job: WireJobRow): void => {
  const cache = new LiveCache(queryClient);
  act(() => jobLiveRules.forEach((rule) => rule.event === 'jobUpdated' && rule.apply(cache, job)));
  cache.stop();
};
const rowOf = (index: string): HTMLElement =>
  screen.getByRole('link', { name: index }).closest('tr') as HTMLElement;

describe('a job array', () => {
  it('is one row of the list, with what became of its elements', async () => {
    const { user, router } = show('/taskManangement');
    const text = await screen.findByText(/\[1-100%10\] 12 of 100 done/);
    within(text).getByText('1 failed');
    await user.click(screen.getByText('sweep'));
    expect(router.state.location.search).toBe('?jobId=9');
  });

  it('unfolds in the list, where its elements are as they are now', async () => {
    const { user, router } = show('/taskManangement');
    const unfold = await screen.findByRole('button', { name: 'Elements of sweep' });
    expect(api.callsOf(elements)).toEqual([]);
    await user.click(unfold);
    const group = within(await screen.findByRole('group', { name: 'Elements' }));
    const second = (await group.findByRole('link', { name: 'index 2' })).closest('li');
    expect(router.state.location.search).toBe('');
    expect(second?.textContent).toContain('Running');
    announce(elementOf(2, 'COMPLETED'));
    await waitFor(() => expect(second?.textContent).toContain('Completed'));
    await user.click(unfold);
    expect(screen.queryByRole('group', { name: 'Elements' })).toBeNull();
  });

  it('has a page with its elements by status, and no output of its own', async () => {
    const { user } = show('/taskManangement?jobId=9');
    await screen.findByRole('link', { name: '1' });
    within(rowOf('1')).getByText('Failed (exit code 3)');
    expect(screen.queryByRole('log')).toBeNull();
    const chips = screen.getByRole('group', { name: 'Status' });
    within(chips).getByRole('button', { name: 'Failed 0' });
    await user.click(within(chips).getByRole('button', { name: 'Running 1' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: '1' })).toBeNull());
    expect(screen.getByRole('link', { name: '2' }).getAttribute('href')).toBe(
      '/taskManangement?jobId=92',
    );
    expect(api.callsOf(elements).at(-1)?.input).toEqual({
      ...{ jobId: '9', statuses: ['RUNNING'], pageNum: 0, size: 20 },
    });
  });

  it('follows its elements, and asks for them again when it is stopped', async () => {
    const { user } = show('/taskManangement?jobId=9');
    await screen.findByRole('link', { name: '2' });
    announce(elementOf(2, 'COMPLETED'));
    await waitFor(() => within(rowOf('2')).getByText('Completed'));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    const asked = api.callsOf(elements).length;
    all = [elementOf(1, 'FAILED'), elementOf(2, 'CANCELLED')];
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }),
    );
    await waitFor(() => within(rowOf('2')).getByText('Stopped'));
    expect(api.callsOf(elements).length).toBeGreaterThan(asked);
  });
});

it('an element leads to its array, and says what its index is', async () => {
  api.on(detail, { ...array, ...elementOf(2, 'PENDING') });
  show('/taskManangement?jobId=92');
  const link = await screen.findByRole('link', { name: '#9' });
  expect(link.getAttribute('href')).toBe('/taskManangement?jobId=9');
  expect(link.parentElement?.textContent).toContain('index 2');
  screen.getByRole('log');
});

it('a job names those that it waits for, as they are now', async () => {
  const awaited = { jobId: '5', scriptName: 'first', status: 'RUNNING' as const };
  api.on(detail, { ...specJob, status: 'PENDING', after: [awaited] });
  show('/taskManangement?jobId=1');
  const item = (await screen.findByRole('link', { name: 'first #5' })).closest('li');
  expect(item?.textContent).toContain('Running');
  announce({ ...specJob, ...awaited, status: 'COMPLETED' });
  await waitFor(() => expect(item?.textContent).toContain('Completed'));
});
