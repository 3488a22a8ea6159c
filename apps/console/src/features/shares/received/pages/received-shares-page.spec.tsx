import {
  endpoints,
  shareTypes,
  type CallerDetail,
  type CopyState,
  type PackageState,
  type ShareRow,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { queryClient, queryKeyOf } from '../../../../shared/api/query.js';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../../shared/testing/fake-api.js';
import { entryAt, FakeSpace } from '../../../../shared/file-browser/testing/fake-space.js';
import { renderPage, type RenderedPage } from '../../../../shared/testing/render-page.js';
import { shareOf } from '../testing/share-rows.js';
import { ReceivedSharesPage, type ReceivedSharesOptions } from './received-shares-page.js';

const id = 'AAAAAAAAAAAAAAAAAAAAAA';
const other = 'BBBBBBBBBBBBBBBBBBBBBB';
const ref = { space: 'share' as const, spaceId: id };
const over = (): never => {
  throw new Refusal(404, 'SHARE_NOT_FOUND', 'The share is over.');
};
const packing: PackageState = {
  packageId: 'p1',
  state: 'waiting',
  doneBytes: 0,
  totalBytes: 0,
  doneFiles: 0,
  totalFiles: 0,
  token: null,
  message: '',
};
const copying: CopyState = {
  copyId: 'c1',
  kind: 'copy',
  placedPath: null,
  sha256: null,
  state: 'waiting',
  from: ref,
  to: { space: 'disk' },
  dir: '/',
  name: 'demo',
  entries: 1,
  doneBytes: 0,
  totalBytes: 0,
  doneFiles: 0,
  totalFiles: 0,
  message: '',
};

let api: FakeApi;
let received: ShareRow[];

beforeEach(() => {
  api = new FakeApi();
  received = [];
  api.on(endpoints.account.detail, {} as CallerDetail);
  api.on(endpoints.shares.page, ({ search }) => {
    const data = received.filter(({ fileVos }) =>
      fileVos.some(({ localPath }) => localPath.includes(String(search ?? ''))),
    );
    return { data, total: data.length };
  });
  api.on(
    endpoints.shares.detail,
    (input) => received.find((row) => row.id === input['id']) ?? over(),
  );
  api.on(endpoints.shares.files, ({ path }) =>
    path === '/' ? [entryAt('/demo/')] : [entryAt('/demo/a.txt'), entryAt('/demo/b.txt')],
  );
  api.on(endpoints.shares.filesSummary, { total: 1, folders: 1, hidden: 0 });
});

interface Opened extends RenderedPage {
  options: ReceivedSharesOptions;
  disk: FakeSpace;
}

function open(query = '', given: Partial<ReceivedSharesOptions> = {}): Opened {
  const disk = new FakeSpace(['/site/', '/demo/'], {
    ref: { space: 'disk' },
    rootLabel: () => 'My files',
  });
  const options: ReceivedSharesOptions = {
    canDownload: true,
    disk: disk.space,
    onDownload: jest.fn(),
    onDownloadBegun: jest.fn(),
    onOpenFile: jest.fn(),
    onUpload: jest.fn(),
    onCopyBegun: jest.fn(),
    added: [],
    ...given,
  };
  const page = renderPage(
    <StrictMode>
      <LiveProvider>
        <ReceivedSharesPage {...options} />
      </LiveProvider>
    </StrictMode>,
    `/receiveShare${query}`,
  );
  return { ...page, options, disk };
}
const addressOf = ({ router }: RenderedPage): string =>
  router.state.location.pathname + router.state.location.search;
const button = (name: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('button', { name });
const rowOf = async (name: string): Promise<HTMLElement> => {
  const row = (await screen.findByRole('link', { name: new RegExp(name) })).closest('tr');
  if (!row) {
    throw new Error(`${name} stands in no row`);
  }
  return row;
};

describe('the list', () => {
  it('says what is shared, by whom, how and until when, and opens a share by Enter', async () => {
    const soon = Date.now() + 3 * 24 * 60 * 60_000 + 60_000;
    received = [
      shareOf(id, { entries: 3 }),
      shareOf(other, {
        fileVos: [{ path: '/r.pdf', localPath: 'r.pdf', directory: false, isMissing: false }],
        shareType: shareTypes.link,
        expirationTime: soon,
      }),
    ];
    const page = open();
    const row = await rowOf('demo');
    for (const text of ['and 2 more', 'Ann Lee', 'Platform users', 'Permanent', 'Active']) {
      within(row).getByText(text);
    }
    within(await rowOf('r.pdf')).getByText('3 days left');
    within(await rowOf('r.pdf')).getByText('Link');
    expect(api.callsOf(endpoints.shares.page)[0]?.input).toMatchObject({ isMe: '2', pageNum: 0 });
    expect(await findA11yFaults(page.container)).toEqual([]);
    act(() => row.focus());
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(addressOf(page)).toBe(`/receiveShare?share=${id}`));
  });

  it('offers nothing of what is over, used up, a drop box or not allowed', async () => {
    received = [
      shareOf(id, { state: 'usedUp' }),
      shareOf(other, { isDropBox: true }),
      shareOf('CCCCCCCCCCCCCCCCCCCCCC', { expirationTime: Date.now() - 1000 }),
      shareOf('DDDDDDDDDDDDDDDDDDDDDD', { canDownload: false }),
    ];
    open();
    await screen.findByText('Used up');
    screen.getByText('Expired');
    screen.getByText('View only');
    expect(screen.queryByRole('button', { name: /^(Download|Save) demo/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Remove demo/ })).toHaveLength(4);
  });

  it('downloads and saves all of a share as it is now', async () => {
    received = [shareOf(id)];
    const { user, options } = open();
    await user.click(await button('Download demo'));
    await waitFor(() => expect(options.onDownload).toHaveBeenCalledWith(ref, [entryAt('/demo/')]));
    api.on(endpoints.shares.files, []);
    await user.click(await button('Download demo'));
    await screen.findByText('This share is empty at present');
    expect(options.onDownload).toHaveBeenCalledTimes(1);
  });

  it('offers no download without the right, no saving without a disk', async () => {
    received = [shareOf(id)];
    open('', { canDownload: false, disk: null });
    await button('Remove demo from the list');
    expect(screen.queryByRole('button', { name: /^(Download|Save) demo/ })).toBeNull();
  });

  it('takes several off the list after a question', async () => {
    received = [shareOf(id), shareOf(other)];
    api.on(endpoints.shares.leave, () => {
      received = [];
      return null;
    });
    const { user } = open();
    const boxes = await screen.findAllByRole('checkbox', { name: /Select demo/ });
    for (const box of boxes) {
      await user.click(box);
    }
    await user.click(await button('Remove from list'));
    const dialog = await screen.findByRole('dialog', {
      name: 'Remove 2 selected shares from your list?',
    });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(api.callsOf(endpoints.shares.leave)).toEqual([]);
    await user.click(await button('Remove from list'));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove from list' }),
    );
    await screen.findByText('2 shares removed from your list');
    expect(api.callsOf(endpoints.shares.leave)[0]?.input).toEqual({ id: `${id},${other}` });
    await screen.findByText('Nothing received yet');
  });

  it('says what belongs here, what was not found and what failed', async () => {
    const { user } = open();
    await screen.findByText('Nothing received yet');
    await user.type(screen.getByRole('textbox', { name: /Search by name/ }), 'zzz{Enter}');
    await screen.findByText('No matching shares');
    api.on(endpoints.shares.page, () => {
      throw new Refusal(500, 'FAULT', 'The list is away.');
    });
    await user.click(await button('Clear search'));
    act(() => void queryClient.resetQueries());
    await screen.findByText('The list is away.');
  });
});

describe('a visit by a link', () => {
  const link = `?id=${id}&verification=ABC234`;
  const answerQuestion = async ({ user }: RenderedPage, name: string): Promise<void> => {
    const question = await screen.findByRole('dialog', { name: 'Open this share link?' });
    await user.click(within(question).getByRole('button', { name }));
  };

  it('asks before it redeems, and redeems nothing for who did not mean it', async () => {
    const page = open(link);
    await answerQuestion(page, 'Cancel');
    await screen.findByText('Nothing received yet');
    expect(addressOf(page)).toBe('/receiveShare');
    expect(api.callsOf(endpoints.shares.redeemDownload)).toEqual([]);
  });

  it('redeems once, leaves no code in the address, hands the packing on and shows the share', async () => {
    received = [shareOf(id)];
    api.on(endpoints.shares.redeemDownload, packing);
    const page = open(link);
    await answerQuestion(page, 'Open');
    await screen.findByRole('navigation', { name: 'Breadcrumb' });
    const calls = api.callsOf(endpoints.shares.redeemDownload);
    expect(calls.map(({ path }) => path)).toEqual([`/share/download/${id}/ABC234`]);
    expect(calls[0]?.input).toMatchObject({ async: true });
    expect(page.options.onDownloadBegun).toHaveBeenCalledTimes(1);
    expect(page.options.onDownloadBegun).toHaveBeenCalledWith(ref, ['/demo'], packing);
    expect(addressOf(page)).toBe(`/receiveShare?share=${id}`);
    // The code's page was replaced: there is none to go back to.
    await act(() => page.router.navigate(-1));
    expect(addressOf(page)).toBe(`/receiveShare?share=${id}`);
    expect(api.callsOf(endpoints.shares.redeemDownload)).toHaveLength(1);
    // The same link again is another visit.
    await act(() => page.router.navigate(`/receiveShare${link}`));
    await answerQuestion(page, 'Open');
    await waitFor(() => expect(api.callsOf(endpoints.shares.redeemDownload)).toHaveLength(2));
  });

  it('takes the code out of the address before the answer is here', async () => {
    received = [shareOf(id)];
    let answer: (() => void) | undefined;
    api.on(
      endpoints.shares.redeemDownload,
      () => new Promise((resolve) => (answer = (): void => resolve(null))),
    );
    const page = open(link);
    await waitFor(() => expect(addressOf(page)).toBe('/receiveShare'));
    await answerQuestion(page, 'Open');
    await waitFor(() => expect(addressOf(page)).toBe(`/receiveShare?share=${id}`));
    await screen.findByText('Opening the share…');
    expect(api.callsOf(endpoints.shares.detail)).toEqual([]);
    act(() => answer?.());
    await screen.findByRole('navigation', { name: 'Breadcrumb' });
    expect(page.options.onDownloadBegun).not.toHaveBeenCalled();
  });

  it('says why it failed in one notice, above the list', async () => {
    received = [shareOf(other)];
    api.on(endpoints.shares.redeemDownload, () => {
      throw new Refusal(404, 'SHARE_LINK_WRONG', 'The link or its code is wrong.');
    });
    const page = open(link);
    await answerQuestion(page, 'Open');
    await screen.findByRole('alert');
    await rowOf('demo');
    within(screen.getByRole('alert')).getByText('The link or its code is wrong.');
    expect(api.callsOf(endpoints.shares.detail)).toEqual([]);
    expect(addressOf(page)).toBe('/receiveShare');
    expect(screen.getAllByText('The link or its code is wrong.')).toHaveLength(1);
  });

  it('asks for the code of a link that came without', async () => {
    received = [shareOf(id)];
    api.on(endpoints.shares.redeem, shareOf(id));
    const page = open(`?id=${id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Open a share link' });
    await page.user.type(within(dialog).getByLabelText('Access code'), 'abc234{Enter}');
    await waitFor(() => expect(addressOf(page)).toBe(`/receiveShare?share=${id}`));
    expect(api.callsOf(endpoints.shares.redeem)[0]?.input).toMatchObject({ password: 'abc234' });
  });
});

describe('a link by hand', () => {
  it('finds link and code in the pasted text, and says what is wrong with it', async () => {
    received = [shareOf(id)];
    api.on(endpoints.shares.redeem, () => {
      throw new Refusal(404, 'SHARE_LINK_WRONG', 'The link or its code is wrong.');
    });
    const page = open();
    await rowOf('demo');
    await page.user.click(await button('Open a share link'));
    const dialog = await screen.findByRole('dialog', { name: 'Open a share link' });
    await page.user.click(within(dialog).getByRole('button', { name: 'Open' }));
    await within(dialog).findByText('Please enter the access code');
    await within(dialog).findByText(/No share link found/);
    await page.user.click(within(dialog).getByLabelText('Link or share ID'));
    await page.user.paste(`Share: demo\nLink: http://x/receiveShare?id=${id}\nCode: XYZ789`);
    expect(within(dialog).getByLabelText('Access code')).toHaveProperty('value', 'XYZ789');
    await page.user.click(within(dialog).getByRole('button', { name: 'Open' }));
    await within(dialog).findByText('The link or its code is wrong.');
    expect(api.callsOf(endpoints.shares.redeem).map(({ path }) => path)).toEqual([
      `/share/link/${id}`,
    ]);
  });
});

describe('a share', () => {
  it('is browsed by the file browser, with where one is and whose it is', async () => {
    received = [shareOf(id)];
    const page = open(`?share=${id}&dir=/demo`);
    await screen.findByText('a.txt');
    screen.getByText('Shared by Ann Lee');
    const trail = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(within(trail).getByRole('link', { name: 'Received shares' })).toHaveProperty(
      'pathname',
      '/receiveShare',
    );
    expect(
      screen.queryByRole('button', { name: /^(Upload|New folder|Delete|Rename)$/ }),
    ).toBeNull();
    await page.user.dblClick(screen.getByText('a.txt'));
    const [space, file] = (page.options.onOpenFile as jest.Mock).mock.calls[0] ?? [];
    expect(space).toEqual(ref);
    expect(file).toMatchObject({ path: '/demo/a.txt' });
  });

  it('gives all of a folder, or what is selected', async () => {
    received = [shareOf(id)];
    const { user, options } = open(`?share=${id}&dir=/demo`);
    await user.click(await screen.findByText('a.txt'));
    await user.click(await button('Download'));
    await waitFor(() =>
      expect(options.onDownload).toHaveBeenCalledWith(ref, [entryAt('/demo/a.txt')]),
    );
    await user.click(await button('Clear selection'));
    await user.click(await button('Download all'));
    await waitFor(() => expect(options.onDownload).toHaveBeenCalledTimes(2));
    expect((options.onDownload as jest.Mock).mock.calls[1]?.[1]).toMatchObject([
      { path: '/demo', directory: true },
    ]);
  });

  it('changes nothing by keys', async () => {
    received = [shareOf(id)];
    const { user } = open(`?share=${id}&dir=/demo`);
    await user.click(await screen.findByText('a.txt'));
    await user.keyboard('{Delete}{F2}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'New name' })).toBeNull();
    expect(screen.queryByText(/only shown/)).toBeNull();
  });

  it('says that it is over when it ends while it is open', async () => {
    received = [shareOf(id)];
    const page = open(`?share=${id}`);
    await screen.findByText('Shared by Ann Lee');
    received = [];
    // What a live event does.
    await act(() =>
      queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoints.shares.detail, { id }) }),
    );
    within(await screen.findByRole('alert')).getByText('This share is no longer available');
    await page.user.click(screen.getByRole('link', { name: 'Back to received shares' }));
    expect(addressOf(page)).toBe('/receiveShare');
  });

  it('looks at the share again when one of its folders is not there', async () => {
    received = [shareOf(id)];
    api.on(endpoints.shares.files, over);
    open(`?share=${id}&dir=/demo`);
    await screen.findByText('This folder was moved or deleted');
    received = [];
    await act(() => queryClient.refetchQueries({ queryKey: ['files', `share:${id}`] }));
    await screen.findByText('This share is no longer available');
  });

  it.each([
    ['missing', 'The shared files are gone'],
    ['unavailable', 'This share is unavailable now'],
    ['expired', 'This share has expired'],
  ] as const)('says why there is nothing of one that is %s', async (state, text) => {
    received = [shareOf(id, { state })];
    open(`?share=${id}`);
    await screen.findByText(text);
    expect(api.callsOf(endpoints.shares.files)).toEqual([]);
  });

  it('shows the files of one that is used up, and gives none', async () => {
    received = [shareOf(id, { state: 'usedUp' })];
    open(`?share=${id}&dir=/demo`);
    await screen.findByText('a.txt');
    expect(screen.queryByRole('button', { name: /^(Download|Save)/ })).toBeNull();
  });

  it('only shows one that gives nothing, says so, and gives again once its owner lets it', async () => {
    received = [shareOf(id, { canDownload: false })];
    const { user, options } = open(`?share=${id}&dir=/demo`);
    const file = await screen.findByText('a.txt');
    await screen.findByText(/This share is view-only/);
    expect(screen.queryByRole('button', { name: /^(Download|Save)/ })).toBeNull();
    await user.dblClick(file);
    await waitFor(() => expect(screen.getAllByText(/This share is view-only/)).toHaveLength(2));
    expect(options.onOpenFile).not.toHaveBeenCalled();
    received = [shareOf(id)];
    // What a live event does.
    await act(() =>
      queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoints.shares.detail, { id }) }),
    );
    await user.click(await button('Clear selection'));
    await button('Download all');
  });

  it('says what failed, and tries again', async () => {
    api.on(endpoints.shares.detail, () => {
      throw new Refusal(500, 'FAULT', 'The share is away.');
    });
    const { user } = open(`?share=${id}`);
    await screen.findByText('The share is away.');
    received = [shareOf(id)];
    api.on(endpoints.shares.detail, shareOf(id));
    await user.click(await button('Try again'));
    await screen.findByText('Shared by Ann Lee');
  });
});

describe('saving to the own disk', () => {
  it('asks for a folder and about a taken name, and hands the copy on', async () => {
    received = [shareOf(id)];
    api.on(endpoints.shares.saveToMe, [copying]);
    const { user, options } = open(`?share=${id}`);
    await user.click(await button('Save all to My files'));
    const picker = await screen.findByRole('dialog', { name: 'Save 1 item to' });
    await user.click(within(picker).getByRole('button', { name: 'Save here' }));
    // A folder of that name is at the top of the disk, though the entry's own path is /demo too.
    const question = await screen.findByRole('dialog', { name: 'File already exists' });
    await user.click(within(question).getByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(options.onCopyBegun).toHaveBeenCalledWith(copying));
    const body = Object.values(api.callsOf(endpoints.shares.saveToMe)[0]?.input ?? {});
    expect(JSON.stringify(body)).toContain(JSON.stringify({ shareId: id, path: '/demo' }));
    expect(api.callsOf(endpoints.shares.saveToMe)[0]?.input).toMatchObject({
      dir: '/',
      operation: '2',
      async: true,
    });
  });

  it('saves without a question where the name is free, and says a refusal', async () => {
    received = [shareOf(id)];
    api.on(endpoints.shares.saveToMe, () => {
      throw new Refusal(413, 'QUOTA_EXCEEDED', 'Your disk is full.');
    });
    const { user, options } = open(`?share=${id}&dir=/demo`);
    await user.click(await screen.findByText('a.txt'));
    await user.click(await button('Save to My files'));
    const picker = await screen.findByRole('dialog', { name: 'Save 1 item to' });
    await user.click(await within(picker).findByRole('button', { name: 'site' }));
    await user.click(within(picker).getByRole('button', { name: 'Save here' }));
    await screen.findByText('Your disk is full.');
    expect(api.callsOf(endpoints.shares.saveToMe)[0]?.input).toMatchObject({
      dir: '/site',
      operation: '0',
    });
    expect(options.onCopyBegun).not.toHaveBeenCalled();
  });
});

describe('a drop box', () => {
  const box = shareOf(id, { isDropBox: true });

  it('takes files and folders, and shows nothing of what is there', async () => {
    received = [box];
    const { user, options, container } = open(`?share=${id}`);
    await screen.findByText('Drop files here to add them to “demo”');
    screen.getByText(/Only Ann Lee can see what you add/);
    await user.upload(screen.getByTestId('upload-files'), new File(['x'], 'x.txt'));
    expect(options.onUpload).toHaveBeenCalledTimes(1);
    const [space, dir, picked] = (options.onUpload as jest.Mock).mock.calls[0] ?? [];
    expect([space, dir]).toEqual([ref, '/']);
    expect(picked).toMatchObject([{ path: 'x.txt' }]);
    expect(api.callsOf(endpoints.shares.files)).toEqual([]);
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('tells what was added from this window, and what was not', async () => {
    received = [box];
    const entry = { isFolder: false, sizeBytes: 5, percent: 100, problem: null };
    open(`?share=${id}`, {
      added: [
        { ...entry, id: '1', name: 'done.txt', state: 'complete' },
        { ...entry, id: '2', name: 'half.txt', state: 'uploading', percent: 50 },
        { ...entry, id: '3', name: 'none.txt', state: 'failed', problem: 'No room left.' },
      ],
    });
    const list = await screen.findByRole('region', { name: 'Added from this window' });
    for (const text of ['done.txt', 'Added', '50%', 'Failed', 'No room left.']) {
      within(list).getByText(text);
    }
  });
});
