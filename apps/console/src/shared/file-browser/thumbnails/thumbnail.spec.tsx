import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, waitFor } from '@testing-library/react';
import { limits } from '@clusterdesk/contracts';
import { queryClient } from '../../api/query.js';
import { renderPage, type RenderedPage } from '../../testing/render-page.js';
import type { FileSpace } from '../file-space.js';
import { entryAt, FakeSpace } from '../testing/fake-space.js';
import { mayHaveThumbnail } from './may-have-thumbnail.js';
import { Thumbnail } from './thumbnail.js';

const drawn = (): Response => new Response('drawn', { headers: { 'content-type': 'image/webp' } });
const notYet = (): Response =>
  new Response('Accepted', { status: 202, headers: { 'content-type': 'text/plain' } });
const none = (): Response => new Response(null, { status: 204 });
const refused = (): Response => new Response('No', { status: 403 });

/** What was asked for, and what is answered, the last one again and again. */
let asked: string[];
function answer(...answers: (() => Response)[]): void {
  asked = [];
  globalThis.fetch = (address) => {
    asked.push(String(address));
    const [next = none] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return Promise.resolve(next());
  };
}
beforeEach(() => queryClient.clear());

const show = (isWide = false): RenderedPage =>
  renderPage(<Thumbnail item={entryAt('/图/a b.jpg')} isWide={isWide} />, '/myDoc');
const img = (): HTMLImageElement | null => document.querySelector('img');
const icon = (): Element | null => document.querySelector('[data-icon]');

describe('a thumbnail', () => {
  it('stands in place of the icon, without words of its own, and cannot be dragged out of its tile', async () => {
    answer(drawn);
    show();
    expect(icon()).not.toBeNull();
    await waitFor(() => expect(img()).not.toBeNull());
    expect(img()?.src).toBe(`data:image/webp;base64,${btoa('drawn')}`);
    expect(img()?.getAttribute('alt')).toBe('');
    expect(img()?.getAttribute('draggable')).toBe('false');
    expect(icon()).toBeNull();
    expect(asked).toEqual(['/api/user/info/thumbnail?path=%2F%E5%9B%BE%2Fa+b.jpg']);
  });

  it('is asked for again while it is being made', async () => {
    answer(notYet, drawn);
    show();
    await waitFor(() => expect(img()).not.toBeNull(), { timeout: 10_000 });
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['there is none', none],
    ['it is refused', refused],
  ])('leaves the icon where %s', async (_, reply) => {
    answer(reply);
    show(true);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(asked).toHaveLength(1);
    expect(img()).toBeNull();
    expect(icon()).not.toBeNull();
  });

  it('gives way to the icon where the browser cannot draw it', async () => {
    answer(drawn);
    show();
    await waitFor(() => expect(img()).not.toBeNull());
    fireEvent.error(img() as HTMLImageElement);
    expect(img()).toBeNull();
    expect(icon()).not.toBeNull();
  });
});

describe('asked for is that of', () => {
  const may = (path: string, given: Partial<FileSpace> = { hasThumbnails: true }, size = 1) =>
    mayHaveThumbnail(new FakeSpace([], given).space, { ...entryAt(path), size });

  it.each(['/a.jpg', '/a.JPEG', '/a.png', '/a.gif', '/a.webp'])('%s', (path) => {
    expect(may(path)).toBe(true);
  });

  it.each(['/a.svg', '/a.pdf', '/a.tiff', '/a.txt', '/jpg', '/folder.jpg/'])('%s not', (path) => {
    expect(may(path)).toBe(false);
  });

  it('no picture of another space, and none that is too large', () => {
    expect(may('/a.jpg', {})).toBe(false);
    expect(may('/a.jpg', undefined, limits.thumbnailFileBytes)).toBe(true);
    expect(may('/a.jpg', undefined, limits.thumbnailFileBytes + 1)).toBe(false);
  });
});
