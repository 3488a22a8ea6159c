import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.js';
import type { FileSpace } from '../../../shared/file-browser/file-space.js';
import { entryAt, FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';

/** What the opening of a PDF ends with; pdf.js itself needs a browser. */
let pdfError = new Error('no PDF');
jest.unstable_mockModule('./open-pdf.js', () => ({
  openPdf: () => ({ promise: Promise.reject(pdfError), destroy: () => Promise.resolve() }),
}));
const { PreviewDialog } = await import('./preview-dialog.js');
const { maxImageBytes } = await import('./preview-kind.js');

const realFetch = globalThis.fetch;
/** What the URL of a ticket answers; each kind of view asks for the bytes its own way. */
let answer: () => Response;
let asked: Headers;
beforeEach(() => {
  answer = () => new Response('text', { headers: { 'content-range': 'bytes 0-3/4' } });
  globalThis.fetch = async (_, init) => {
    asked = new Headers(init?.headers);
    return answer();
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const refuse = (status: number, message: string): Response =>
  new Response(
    JSON.stringify({
      success: false,
      code: status,
      message,
      result: { error: 'FILE_NOT_FOUND', fields: {}, requestId: 'r-1' },
    }),
    { status },
  );

function show(
  name: string,
  given: { size?: number; preview?: FileSpace['reads']['preview'] } = {},
) {
  const { space } = new FakeSpace([]);
  const reads = { ...space.reads, ...(given.preview ? { preview: given.preview } : {}) };
  const item = { ...entryAt(`/${name}`), size: given.size ?? 4 };
  return renderPage(
    <PreviewDialog
      space={{ ...space, reads }}
      items={[item]}
      startIndex={0}
      onDownload={() => undefined}
      onClose={() => undefined}
    />,
  );
}
const image = (): Promise<HTMLElement> => screen.findByAltText('a.png');
const retryButton = (): HTMLElement | null => screen.queryByText('Try again');

it('of one file offers no way to another', async () => {
  show('a.bin');
  await screen.findByTestId('preview');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

it('a refused ticket is told in the server’s words, with no retry that could not help', async () => {
  const preview = jest.fn(() =>
    Promise.reject(new ApiError(403, 'SPACE_DOWNLOAD_OFF', 'Downloads are switched off.')),
  );
  show('a.txt', { preview });
  await screen.findByText('Downloads are switched off.');
  expect(retryButton()).toBeNull();
  expect(preview).toHaveBeenCalledTimes(1);
});

it('a ticket that the server could not be asked for is asked for again', async () => {
  const away = new ApiError(0, 'CONSOLE_SERVER_AWAY', 'Nobody answers.');
  const preview = jest
    .fn<FileSpace['reads']['preview']>()
    .mockRejectedValueOnce(away)
    .mockResolvedValue('token');
  const { user } = show('a.txt', { preview });
  await screen.findByText('Nobody answers.');
  await user.click(screen.getByText('Try again'));
  await screen.findByText('text');
});

it.each([
  ['a text', 'a.txt', async () => {}],
  ['a table', 'a.csv', async () => {}],
  ['a notebook', 'a.ipynb', async () => {}],
  ['a drawing', 'a.svg', async () => {}],
  ['an image', 'a.png', async () => void fireEvent.error(await image())],
  ['a film', 'a.mp4', async () => void fireEvent.error(await screen.findByLabelText('a.mp4'))],
  ['a PDF', 'a.pdf', async () => {}],
])('%s that is gone meanwhile says so', async (_, name, fail) => {
  answer = () => refuse(404, 'The file does not exist any more.');
  show(name);
  await fail();
  await screen.findByText('The file does not exist any more.');
  expect(asked.get('accept')).toMatch(/^application\/json/);
  expect(asked.get('accept-language')).toBe('en');
  expect(asked.get('authorization')).toBeNull();
  expect(retryButton()).toBeNull();
});

it.each([
  ['a text', 'a.txt', async () => {}],
  ['an image', 'a.png', async () => void fireEvent.error(await image())],
])('%s is tried again with another ticket when the network is back', async (_, name, fail) => {
  let tickets = 0;
  const preview = (): Promise<string> => Promise.resolve(`token ${(tickets += 1)}`);
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  const { user }: RenderedPage = show(name, { preview });
  await fail();
  await screen.findByText(/Can't reach the server/);
  answer = () => new Response('text', { headers: { 'content-range': 'bytes 0-3/4' } });
  await user.click(screen.getByText('Try again'));
  await waitFor(() => expect(tickets).toBe(2));
  await (name === 'a.txt' ? screen.findByText('text') : image());
});

it.each([
  ['an image', 'a.png', async () => void fireEvent.error(await image())],
  ['a PDF', 'a.pdf', async () => {}],
])('%s whose bytes are another thing says that it may be damaged', async (_, name, fail) => {
  pdfError = new Error('Invalid PDF structure.');
  show(name);
  await fail();
  await screen.findByText(/may be damaged/);
});

it('a PDF behind a password says so', async () => {
  pdfError = Object.assign(new Error('No password given'), { name: 'PasswordException' });
  show('a.pdf');
  await screen.findByText(/needs a password/);
});

it('bytes that are no text are not shown as one', async () => {
  answer = () => new Response(new Uint8Array([1, 0, 2]));
  show('a.txt');
  await screen.findByText(/may be damaged/);
});

it('an empty file is called empty', async () => {
  answer = () => new Response(null, { status: 416 });
  show('a.md');
  await screen.findByText('The file is empty');
});

it('what is no notebook is shown as source, and says why', async () => {
  answer = () => new Response('{"cells": [', { headers: { 'content-range': 'bytes 0-10/11' } });
  show('a.ipynb');
  await screen.findByText(/the source is shown/);
  await waitFor(() => expect(screen.getByTestId('preview').textContent).toContain('"cells"'));
});

it('too large an image is not fetched at all', async () => {
  const preview = jest.fn(() => Promise.resolve('token'));
  show('a.png', { size: maxImageBytes + 1, preview });
  await screen.findByText(/too large to preview/);
  expect(preview).not.toHaveBeenCalled();
});

it('Markdown that is too long to be drawn says where the rest is', async () => {
  answer = () => new Response(`# Title\n\n${'word '.repeat(70_000)}`);
  show('a.md');
  await screen.findByText(/see the source for the rest/);
});

it('an earlier version is asked for by its own ticket, and says what it is', async () => {
  localStorage.setItem('language', 'en');
  const asked: string[] = [];
  globalThis.fetch = async (url, init) => {
    asked.push(`${String(url)} ${typeof init?.body === 'string' ? init.body : ''}`.trim());
    return String(url).includes('/versions/')
      ? new Response(JSON.stringify({ success: true, code: 200, message: '', result: 'earlier' }))
      : new Response('as it was', { headers: { 'content-range': 'bytes 0-8/9' } });
  };
  const { space } = new FakeSpace([]);
  const now = jest.fn(() => Promise.resolve('now'));
  renderPage(
    <PreviewDialog
      space={{ ...space, reads: { ...space.reads, preview: now }, versions: { space: 'disk' } }}
      items={[{ ...entryAt('/a.txt'), size: 9, versionId: 'v1' }]}
      startIndex={0}
      onDownload={() => undefined}
      onClose={() => undefined}
    />,
  );
  await screen.findByText('as it was');
  screen.getByText(/earlier version/);
  expect(now).not.toHaveBeenCalled();
  expect(asked[0]).toContain('"versionId":"v1"');
  expect(asked[1]).toContain('earlier');
});
