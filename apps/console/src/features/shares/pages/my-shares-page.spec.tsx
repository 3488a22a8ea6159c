import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { linkShare, ownOf, userOf, userShare, type WireShare } from '../spec-shares.js';
import { MySharesPage } from './my-shares-page.js';

const { page: list, detail, edit, remove, visits } = endpoints.shares;
const dayMs = 24 * 60 * 60_000;
let api: FakeApi;
let rows: WireShare[];

beforeEach(() => {
  queryClient.clear();
  rows = [
    linkShare('s1', ['/data/a.txt', '/data/b.txt!'], {
      own: ownOf({ downloadLimit: 10, downloads: 3, users: [userOf(1)], userCount: 1 }),
    }),
    userShare('s2', ['/data/c.txt'], [userOf(1), userOf(2, 'Li Lei')]),
    linkShare('s3', ['/gone.txt!'], { state: 'missing', expirationTime: Date.now() - dayMs }),
  ];
  api = new FakeApi();
  api.on(list, ({ search, pageNum, size }) => {
    const found = rows.filter(({ fileVos }) =>
      fileVos[0]?.localPath.includes(String(search ?? '')),
    );
    const from = Number(pageNum) * Number(size);
    return { data: found.slice(from, from + Number(size)), total: found.length };
  });
  api.on(detail, ({ id }) => {
    const share = rows.find((row) => row.id === id);
    if (!share) {
      throw new Refusal(404, 'SHARE_NOT_FOUND', 'This share does not exist');
    }
    return share;
  });
  api.on(edit, ({ id }) => rows.find((row) => row.id === id) ?? linkShare('s1', ['/a']));
  api.on(remove, ({ id }) => {
    rows = rows.filter((row) => !String(id).split(',').includes(row.id));
    return null;
  });
  api.on(visits, { data: [], total: 0 });
  api.on(endpoints.shares.recentReceivers, []);
  api.on(endpoints.users.listShareUsers, [userOf(1), userOf(2, 'Li Lei'), userOf(3)]);
});

const show = (url = '/myShare'): RenderedPage => renderPage(<MySharesPage />, url);
const rowOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('button', { name })).closest('tr') as HTMLElement;
const drawer = (): Promise<HTMLElement> => screen.findByRole('dialog');

async function choose({ user }: RenderedPage, name: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the list', () => {
  it('says of each share what, how, for whom and in which state', async () => {
    const { container } = show();
    const text = async (name: string): Promise<string> => (await rowOf(name)).textContent;
    expect(await text('a.txt')).toMatch(
      /a\.txtand 1 more1 missingLink.*Code K7M2PX6 days left3 \/ 101 user: user1.*Active/,
    );
    expect(await text('c.txt')).toMatch(
      /c\.txtPlatform users.*–Permanent–2 users: user1, Li Lei \(user2\)NeverActive/,
    );
    expect(await text('gone.txt')).toMatch(
      /gone\.txtLink.*Expired on [0-9-]{10}0Nobody yet.*Missing/,
    );
    expect(api.callsOf(list).map(({ input }) => input)).toEqual([
      { isMe: '1', pageNum: 0, size: 20 },
    ]);
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('is searched by the address', async () => {
    const { user, router } = show();
    await rowOf('a.txt');
    await user.type(screen.getByRole('textbox', { name: 'Search by name' }), 'c.t{Enter}');
    await waitFor(() => expect(screen.queryByText('a.txt')).toBeNull());
    expect(router.state.location.search).toBe('?search=c.t');
  });

  it('says that nothing fits, or that nothing is shared yet', async () => {
    const { user } = show('/myShare?search=zzz');
    await screen.findByText('No matching shares');
    rows = [];
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await screen.findByText('No shares yet');
  });

  it('says why it cannot be had, and tries again', async () => {
    api.on(list, () => {
      throw new Refusal(403, 'NO_PERMISSION', 'You may not share');
    });
    const { user } = show();
    await screen.findByText('You may not share');
    api.on(list, { data: rows, total: rows.length });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await rowOf('a.txt');
  });

  it('is asked for again by what changes it, and keeps what is open up to date', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'c.txt' }));
    const open = await drawer();
    await within(open).findByText('No visits yet');
    rows = rows.map((row) => (row.id === 's2' ? { ...row, state: 'unavailable' as const } : row));
    const visit = { id: 'v1', user: userOf(2, 'Li Lei'), action: 'downloaded' as const };
    const taken = { paths: ['/c.txt'], entries: 3, time: '2026-11-22 05:00:00' };
    api.on(visits, { data: [{ ...visit, visitor: null, ...taken }], total: 1 });
    // What the rules of live events do with `sharesChanged` (share-live.spec.ts).
    await act(async () => {
      for (const shown of [list, detail, visits]) {
        await queryClient.invalidateQueries({ queryKey: queryKeyOf(shown) });
      }
    });
    await within(open).findByText('Unavailable');
    expect(within(open).getByText('Li Lei (user2)').parentElement?.textContent).toBe(
      'Li Lei (user2) downloaded c.txt and 2 more',
    );
    // It was ended in another window.
    rows = rows.filter(({ id }) => id !== 's2');
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(detail) }));
    await within(open).findByText('The share has been deleted');
    expect(within(open).queryByText('Li Lei (user2)')).toBeNull();
  });
});

describe('a share', () => {
  it('is copied again: link and code', async () => {
    const { user } = show();
    Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
    await user.click(await screen.findByRole('button', { name: 'Copy link and code: a.txt' }));
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toMatch(
        /\/receiveShare\?id=s1&verification=K7M2PX\nCode: K7M2PX\nValid until/,
      ),
    );
    expect(screen.queryByRole('button', { name: 'Copy link and code: c.txt' })).toBeNull();
  });

  it('is found in My files, if it is still there', async () => {
    const page = show();
    await choose(page, 'a.txt', 'Open in My files');
    const { pathname, search } = page.router.state.location;
    expect(pathname + search).toBe('/myDoc?dir=%2Fdata');
  });

  it('cannot be opened where nothing is', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'More actions: gone.txt' }));
    const item = await screen.findByRole('menuitem', { name: 'Open in My files' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('whether a share gives anything', () => {
  it('is changed where its details are, and said in the list', async () => {
    const page = show();
    api.on(edit, ({ id, canDownload }) => {
      rows = rows.map((row) =>
        row.id === id ? { ...row, canDownload: canDownload === true } : row,
      );
      return rows.find((row) => row.id === id) ?? linkShare('s1', ['/a']);
    });
    await page.user.click(await screen.findByRole('button', { name: 'c.txt' }));
    const open = await drawer();
    await page.user.click(await within(open).findByRole('switch', { name: 'Allow downloads' }));
    await within(open).findByText('View only: others see names, sizes and times');
    const id = rows.find(({ fileVos }) => fileVos[0]?.localPath === 'c.txt')?.id;
    expect(api.callsOf(edit).map(({ input }) => input)).toEqual([{ id, canDownload: false }]);
    await waitFor(async () => expect((await rowOf('c.txt')).textContent).toContain('View only'));
  });

  it('is no question with a drop box', async () => {
    rows = [linkShare('s1', ['/inbox'], { isDropBox: true })];
    const page = show();
    await page.user.click(await screen.findByRole('button', { name: 'inbox' }));
    await within(await drawer()).findByText('Link · Drop box');
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('extending a link', () => {
  it('has seven days left a minute after it was made for as many', async () => {
    rows = [linkShare('s1', ['/a.txt'], { expirationTime: Date.now() + 7 * dayMs - 60_000 })];
    show();
    expect((await rowOf('a.txt')).textContent).toMatch(/K7M2PX7 days left/);
  });

  it('is permanent as the server keeps it: some 3600 days from now', async () => {
    rows = [linkShare('s1', ['/a.txt'], { expirationTime: Date.now() + 3500 * dayMs })];
    show();
    expect((await rowOf('a.txt')).textContent).toMatch(/K7M2PXPermanent/);
  });

  it('sends the new time alone', async () => {
    const page = show();
    await choose(page, 'a.txt', 'Extend');
    const dialog = await screen.findByRole('dialog', { name: 'Extend: a.txt' });
    // A press on the menu is none on the row, which it would select.
    expect(screen.queryByText('1 selected')).toBeNull();
    await page.user.click(within(dialog).getByRole('radio', { name: '30 days' }));
    const before = Date.now();
    await page.user.click(within(dialog).getByRole('button', { name: 'Extend' }));
    await waitFor(() => expect(api.callsOf(edit)).toHaveLength(1));
    const { expirationTime, ...rest } = api.callsOf(edit)[0]?.input ?? {};
    expect(rest).toEqual({ id: 's1' });
    expect(Number(expirationTime) - before).toBeGreaterThanOrEqual(30 * dayMs);
    expect(Number(expirationTime)).toBeLessThanOrEqual(Date.now() + 30 * dayMs);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lifts the limit without touching the time', async () => {
    const page = show();
    await choose(page, 'a.txt', 'Extend');
    await page.user.clear(await screen.findByRole('spinbutton', { name: 'Download limit' }));
    await page.user.click(screen.getByRole('button', { name: 'Extend' }));
    await waitFor(() => expect(api.callsOf(edit)).toHaveLength(1));
    expect(api.callsOf(edit)[0]?.input).toEqual({ id: 's1', downloadLimit: null });
  });

  it('wants a change, and shows a refusal in the dialog', async () => {
    api.on(edit, () => {
      throw new Refusal(409, 'SHARE_ENDED', 'It is over');
    });
    const page = show();
    await choose(page, 'a.txt', 'Extend');
    const dialog = await screen.findByRole('dialog');
    await page.user.click(within(dialog).getByRole('button', { name: 'Extend' }));
    await within(dialog).findByText(
      'Please select an expiration time, or change the download limit',
    );
    expect(api.callsOf(edit)).toEqual([]);
    await page.user.click(within(dialog).getByRole('radio', { name: 'Permanent' }));
    await page.user.click(within(dialog).getByRole('button', { name: 'Extend' }));
    await within(dialog).findByText('It is over');
  });
});

describe('the users of a share', () => {
  it('are changed from all of them, not from the few that the list names', async () => {
    const some = rows[1] as WireShare;
    const whole = {
      ...some,
      own: ownOf({ users: [userOf(1), userOf(2), userOf(7)], userCount: 3 }),
    };
    api.on(detail, whole);
    const { user } = show();
    await user.click(within(await rowOf('c.txt')).getByRole('button', { name: /Users$/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Change users: c.txt' });
    await user.click(await within(dialog).findByRole('button', { name: 'Remove user user1' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.callsOf(edit)).toHaveLength(1));
    expect(api.callsOf(edit)[0]?.input).toEqual({ id: 's2', users: [{ id: '2' }, { id: '7' }] });
  });

  it('cannot be changed where not all are named, since the others would be removed', async () => {
    api.on(detail, { ...(rows[1] as WireShare), own: ownOf({ users: [userOf(1)], userCount: 2 }) });
    const { user } = show();
    await user.click(within(await rowOf('c.txt')).getByRole('button', { name: /Users$/ }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(/Not all receivers can be listed/);
    expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  });

  it('are at least one', async () => {
    const { user } = show();
    await user.click(within(await rowOf('c.txt')).getByRole('button', { name: /Users$/ }));
    const dialog = await screen.findByRole('dialog');
    for (const name of ['user1', 'user2']) {
      await user.click(await within(dialog).findByRole('button', { name: `Remove user ${name}` }));
    }
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findAllByText('Please select the users to share with');
    expect(api.callsOf(edit)).toEqual([]);
  });
});

describe('deleting', () => {
  it('asks first, and leaves what is not meant', async () => {
    const page = show();
    await choose(page, 'a.txt', 'Delete share');
    await screen.findByRole('dialog', { name: 'Delete the share “a.txt”?' });
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(api.callsOf(remove)).toEqual([]);
    await choose(page, 'a.txt', 'Delete share');
    await page.user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'a.txt' })).toBeNull());
    expect(api.callsOf(remove)[0]?.input).toEqual({ id: 's1' });
    await rowOf('c.txt');
  });

  it('takes all that are selected, also on other pages', async () => {
    rows = Array.from({ length: 11 }, (_, at) => linkShare(`n${at}`, [`/f${at}.txt`]));
    const { user } = show('/myShare?size=10');
    await user.click(await screen.findByRole('checkbox', { name: 'Select f0.txt' }));
    await user.click(screen.getByTitle('2'));
    await user.click(await screen.findByRole('checkbox', { name: 'Select f10.txt' }));
    await screen.findByText('2 selected');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findAllByText('Delete 2 selected shares?');
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(api.callsOf(remove)).toHaveLength(1));
    expect(api.callsOf(remove)[0]?.input).toEqual({ id: 'n0,n10' });
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
  });

  it('says why the server refuses, and keeps the selection', async () => {
    api.on(remove, () => {
      throw new Refusal(503, 'DATABASE_AWAY', 'Try again later');
    });
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Select c.txt' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
    );
    await screen.findByText('Try again later');
    await screen.findByText('1 selected');
  });
});

describe('a share that the address names', () => {
  it('is open, though the page of the list has it not, and is closed again', async () => {
    rows.push(userShare('s9', ['/far.txt'], [userOf(3)]));
    api.on(list, () => ({ data: rows.slice(0, 1), total: 40 }));
    const { user, router } = show('/myShare?share=s9');
    await within(await drawer()).findByText('far.txt');
    await user.click(within(await drawer()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('is said to be deleted where it is, and where it is not the own', async () => {
    show('/myShare?share=none');
    await within(await drawer()).findByText('The share has been deleted');
  });

  it('is nothing that the user has received', async () => {
    rows.push({ ...userShare('s9', ['/far.txt'], []), own: null });
    api.on(list, { data: [], total: 0 });
    show('/myShare?share=s9');
    await within(await drawer()).findByText('The share has been deleted');
    expect(screen.queryByText('far.txt')).toBeNull();
  });
});
