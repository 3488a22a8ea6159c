import { beforeEach, expect, it } from '@jest/globals';
import type { FolderMeasure } from '@clusterdesk/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../api/api-error.js';
import { queryClient } from '../../api/query.js';
import { LiveProvider } from '../../live/connection/live-provider.js';
import { renderPage, type RenderedPage } from '../../testing/render-page.js';
import { FileBrowser } from '../file-browser.js';
import { fileKeys } from '../file-space.js';
import { FakeSpace } from '../testing/fake-space.js';

/** A call that is under way: how it is answered, and whether it is still wanted. */
interface Asked {
  dir: string;
  signal: AbortSignal;
  answer: (measure?: Partial<FolderMeasure>) => void;
  refuse: (error: Error) => void;
}

const folders = Array.from({ length: 200 }, (_, at) => `/dir_${String(at).padStart(3, '0')}/`);
const rowHeight = 44;
/** As `component-setup` has it. */
const viewHeight = 900;

let asked: Asked[];
beforeEach(() => {
  asked = [];
  localStorage.setItem('filesFolderSizes', 'true');
});

const measure = (dir: string, signal: AbortSignal): Promise<FolderMeasure> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    asked.push({
      dir,
      signal,
      answer: (given) =>
        resolve({ bytes: 2048, files: 3, folders: 1, hidden: 0, isWhole: true, ...given }),
      refuse: reject,
    });
  });

let files: FakeSpace;
function show(paths: readonly string[] = folders, hasMeasure = true): RenderedPage {
  files = new FakeSpace(paths);
  const { space } = files;
  return renderPage(
    <LiveProvider>
      <FileBrowser
        space={hasMeasure ? { ...space, reads: { ...space.reads, measure } } : space}
        actions={{ create: [], selected: [], page: [] }}
        onUpload={() => undefined}
        onCopy={() => Promise.reject(new Error('no copy was asked for'))}
        onOpenFile={() => undefined}
      />
    </LiveProvider>,
    '/project',
  );
}

const row = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(name) });
const dirs = (): string[] => asked.map(({ dir }) => dir);
/** The call of a place in the order of calls, once it is made. */
const call = (place: number): Promise<Asked> =>
  waitFor(() => {
    const found = asked[place];
    if (!found) {
      throw new Error(`Only ${asked.length} calls were made.`);
    }
    return found;
  });
const scrollTo = (top: number): void => {
  const frame = screen.getByRole('grid');
  frame.scrollTop = top;
  fireEvent.scroll(frame);
};
const settled = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it('asks for nothing until it is switched on, which the browser remembers', async () => {
  localStorage.removeItem('filesFolderSizes');
  const { user } = show(['/one/', '/b.csv']);
  await screen.findByText('one');
  await settled(500);
  expect(asked).toEqual([]);
  const choice = screen.getByRole('button', { name: 'Sizes of folders' });
  expect(choice.getAttribute('aria-pressed')).toBe('false');
  await user.click(choice);
  (await call(0)).answer();
  await within(row('one')).findByText('2.00 KB');
  expect(choice.getAttribute('aria-pressed')).toBe('true');
  expect(localStorage.getItem('filesFolderSizes')).toBe('true');
  await user.click(choice);
  expect(within(row('one')).queryByText('2.00 KB')).toBeNull();
  expect(dirs()).toEqual(['/one']);
});

it('is no choice where the space does not measure, nor among tiles', async () => {
  const { user } = show(['/one/'], false);
  await screen.findByText('one');
  expect(screen.queryByRole('button', { name: 'Sizes of folders' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Grid' }));
  expect(screen.queryByRole('button', { name: 'Sizes of folders' })).toBeNull();
});

it('measures the folders in view one after another, and none that is only drawn ahead', async () => {
  show();
  await screen.findByText('dir_000');
  const inView = Math.ceil(viewHeight / rowHeight);
  for (let place = 0; place < inView; place += 1) {
    const { dir, answer } = await call(place);
    expect(asked).toHaveLength(place + 1);
    expect(dir).toBe(folders[place]?.slice(0, -1));
    answer({ bytes: (place + 1) * 1024 });
  }
  await within(row('dir_020')).findByText('21.00 KB');
  await settled(400);
  const ahead = screen.getAllByRole('row').length - 1;
  expect(ahead).toBeGreaterThan(inView);
  expect(asked).toHaveLength(inView);
});

it('takes back what has left the view, does not ask for what is passed, and keeps what was answered', async () => {
  show();
  await screen.findByText('dir_000');
  (await call(0)).answer();
  const second = await call(1);
  // Past everything between, as a scrollbar is dragged.
  scrollTo(60 * rowHeight);
  scrollTo(160 * rowHeight);
  await waitFor(() => expect(second.signal.aborted).toBe(true));
  expect((await call(2)).dir).toBe('/dir_160');
  scrollTo(0);
  await waitFor(() => expect(asked[2]?.signal.aborted).toBe(true));
  // The first is known, so the next call is about the one that was taken back.
  expect((await call(3)).dir).toBe('/dir_001');
  within(row('dir_000')).getByText('2.00 KB');
});

it('stops when the folder is left', async () => {
  const { router } = show();
  const { signal } = await call(0);
  await router.navigate('/elsewhere');
  await waitFor(() => expect(signal.aborted).toBe(true));
  await settled(400);
  expect(asked).toHaveLength(1);
});

it('has one answer with the details, whoever asked first', async () => {
  const { user } = show(['/one/', '/two/']);
  (await call(0)).answer();
  await within(row('one')).findByText('2.00 KB');
  await call(1);
  await user.click(screen.getByText('one'));
  await user.keyboard('{Control>}i{/Control}');
  const pane = await screen.findByRole('complementary', { name: 'Details' });
  await within(pane).findByText('2.00 KB in 3 files (folders: 1)');
  // The pane joins the call that the list has made, and its answer stands in both.
  await user.click(screen.getByText('two'));
  asked[1]?.answer({ bytes: 4096, isWhole: false, hidden: 2 });
  await within(pane).findByText(/^At least 4\.00 KB in 3 files \(folders: 1\) · 2 /);
  const size = within(row('two')).getByText('> 4.00 KB');
  expect(size.title).toMatch(/^At least 4\.00 KB in 3 files \(folders: 1\) · 2 /);
  expect(dirs()).toEqual(['/one', '/two']);
});

it('says why a folder has no size, and does not ask again at once', async () => {
  show();
  (await call(0)).refuse(new ApiError(403, 'NOT_ALLOWED', 'This folder is closed to you.'));
  const dash = await within(row('dir_000')).findByTitle('This folder is closed to you.');
  expect(dash.textContent).toBe('–');
  await call(1);
  scrollTo(60 * rowHeight);
  expect((await call(2)).dir).toBe('/dir_060');
  scrollTo(0);
  await within(row('dir_000')).findByTitle('This folder is closed to you.');
  expect((await call(3)).dir).toBe('/dir_001');
});

it('throws away what was measured when the entry is another one, and waits until it is quiet', async () => {
  show(['/one/']);
  (await call(0)).answer();
  await within(row('one')).findByText('2.00 KB');
  files.touch('/one', '2026-11-22 00:00:00');
  await queryClient.invalidateQueries({ queryKey: fileKeys.all(files.space.ref) });
  await within(row('one')).findByTitle('Measuring…');
  await settled(600);
  expect(asked).toHaveLength(1);
  (await call(1)).answer({ bytes: 3072 });
  await within(row('one')).findByText('3.00 KB');
});
