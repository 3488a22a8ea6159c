import { endpoints, type ApplicationRow } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { fileOf, waitingFor } from '../spec-applications.js';
import { ApprovalsPage } from './approvals-page.js';

const { list, detail, files, agree } = endpoints.approvals;
let api: FakeApi;
let rows: ApplicationRow[];

const show = (url = '/aduitProject'): RenderedPage =>
  renderPage(
    <ApprovalsPage
      userId="1"
      canDownload
      onDownloadBegun={() => undefined}
      onPreview={() => undefined}
    />,
    url,
  );

/** Opens where an application is decided, rejects it and closes the drawer. */
async function reject({ user }: RenderedPage, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Review the download of “${name}”` }));
  const drawer = await screen.findByRole('dialog', { name: `Download of “${name}”` });
  await user.click(
    within(drawer).getByRole('button', { name: `Reject the download of “${name}”` }),
  );
  await within(drawer).findByText('Rejected');
  // What had the focus is gone: it lies in the drawer, not behind it.
  await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(drawer.isConnected).toBe(false));
}

describe('the focus after a decision', () => {
  const three = ['/one.txt', '/two.txt', '/three.txt'];
  const focused = (): string | null | undefined =>
    document.activeElement?.closest('tr')?.querySelector('button')?.textContent;

  beforeEach(() => {
    api = new FakeApi();
    api.on(list, ({ me }) => {
      const shown = rows.filter((row) => me !== '2' || row.canDecide);
      return { data: shown, total: shown.length };
    });
    api.on(detail, ({ id }) => ({
      application: rows.find((row) => row.id === id)!,
      earlier: null,
    }));
    api.on(files, { data: [fileOf('/one.txt')], total: 1 });
    rows = three.map((path, at) => waitingFor(`w${at}`, [path]));
    api.on(agree, ({ id }) => {
      const [decided] = rows.filter((row) => row.id === id);
      rows = rows.map((row) => (row === decided ? { ...row, status: 2, canDecide: false } : row));
      return decided!;
    });
  });

  it.each([
    ['one.txt', '/two.txt'],
    ['three.txt', '/two.txt'],
  ])('on %s is on the row that took its place, %s', async (name, next) => {
    const page = show('/aduitProject?me=2');
    await reject(page, name);
    await waitFor(() => expect(focused()).toBe(next));
    expect(document.activeElement?.tagName).toBe('TR');
  });

  it('is on the row itself where it stays in the list', async () => {
    await reject(show(), 'two.txt');
    await waitFor(() => expect(focused()).toBe('/two.txt'));
  });

  it('is on what narrows the list where nothing is left', async () => {
    rows = rows.slice(0, 1);
    await reject(show('/aduitProject?me=2'), 'one.txt');
    await screen.findByText('Nothing is waiting for you');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Waiting for me' })),
    );
  });

  it('on the row of what was opened by its address', async () => {
    const { user } = show('/aduitProject?apply=w1');
    await screen.findByRole('dialog');
    await screen.findByRole('button', { name: '/two.txt', hidden: true });
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe('/two.txt'));
  });
});
