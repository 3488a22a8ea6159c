import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { DetailsPane } from '../../../shared/file-browser/details/details-pane.js';
import { allRights } from '../../../shared/file-browser/file-rights.js';
import type { Selection } from '../../../shared/file-browser/selection/use-selection.js';
import { entryAt, FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { MadeBy } from './made-by.js';

const { madeBy } = endpoints.jobs;
const made = {
  ...{ jobId: '7', jobName: 'align', userName: 'ann', endTime: '2026-11-22 05:00:00' },
  ...{ isChanged: false, inputs: [{ path: '/raw/a.fa' }] },
};

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  api = new FakeApi();
  api.on(endpoints.projectFiles.summary, { total: 0, folders: 0, hidden: 0 });
});

const show = (path: string): RenderedPage =>
  renderPage(
    <DetailsPane
      space={new FakeSpace([]).space}
      selection={{ single: entryAt(path), count: 1 } as Selection}
      rights={allRights}
      Origin={MadeBy}
      favourites={null}
      onShow={() => undefined}
      copyPath={{ id: 'copyPath', label: 'Copy path', icon: null, run: () => undefined }}
      copyScriptPath={null}
      onClose={() => undefined}
    />,
  );

it('the details of a file name the job that made it, and what from', async () => {
  api.on(madeBy, made);
  show('/out/a.bam');
  const job = await screen.findByRole('link', { name: 'align' });
  expect(job.getAttribute('href')).toBe('/taskManangement?jobId=7');
  expect(job.parentElement?.textContent).toMatch(/^align · ann · /);
  expect(screen.getByRole('link', { name: '/raw/a.fa' }).getAttribute('href')).toBe(
    '/project?dir=%2Fraw',
  );
  expect(api.callsOf(madeBy).map(({ input }) => input)).toEqual([
    { space: 'project', spaceId: 'p1', path: '/out/a.bam' },
  ]);
});

it('there is no link to a job that the viewer may not open, and a word where the file was changed', async () => {
  api.on(madeBy, { ...made, jobId: null, isChanged: true, inputs: [] });
  show('/out/a.bam');
  await screen.findByText(/^align · ann · .*Changed since$/);
  expect(screen.queryByRole('link')).toBeNull();
});

it('nothing is said of a file of no job, or asked about a folder', async () => {
  api.on(madeBy, null);
  show('/out/a.bam');
  await waitFor(() => expect(api.callsOf(madeBy)).toHaveLength(1));
  show('/out/');
  expect(screen.queryByText('Made by job')).toBeNull();
  expect(api.callsOf(madeBy)).toHaveLength(1);
});

it('a failure is one quiet line, and can be tried again', async () => {
  api.on(madeBy, () => {
    throw new Refusal(404, 'AWAY', 'Not now');
  });
  const { user } = show('/out/a.bam');
  await screen.findByText(/^Couldn't load which job made this/);
  api.on(madeBy, made);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'align' });
});
