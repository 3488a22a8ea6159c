import { endpoints, shareTypes } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { linkShare, ownOf, userOf, userShare } from '../spec-shares.js';
import { ShareSetupPage } from './share-setup-page.js';

const { add } = endpoints.shares;
const dayMs = 24 * 60 * 60_000;
let api: FakeApi;

beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  const folders = ['/data/results', '/inbox'];
  const files = ['a.txt', 'b.txt'];
  api.on(endpoints.disk.summary, ({ path }) => {
    if (folders.includes(String(path))) {
      return { total: 0, folders: 0, hidden: 0 };
    }
    throw new Refusal(404, 'FILE_NOT_FOUND', 'It is not there');
  });
  api.on(endpoints.disk.checkSameName, ({ fileName }) => ({
    sameName: files.includes(String(fileName)),
    newName: String(fileName),
  }));
  api.on(endpoints.shares.recentReceivers, [userOf(3)]);
  api.on(endpoints.users.listShareUsers, [userOf(1), userOf(2, 'Li Lei'), userOf(3)]);
});

const show = (...paths: string[]): RenderedPage =>
  renderPage(<ShareSetupPage />, `/patfromShare?row=${encodeURIComponent(JSON.stringify(paths))}`);
const pressed = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const sent = (): Record<string, unknown> | undefined => api.callsOf(add)[0]?.input;

async function chooseUsers({ user }: RenderedPage, ...names: string[]): Promise<void> {
  await user.click(pressed(/^(Select|Add) users$/));
  const dialog = await screen.findByRole('dialog');
  for (const name of names) {
    await user.click(await within(dialog).findByText(name));
  }
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
const openLinkTab = ({ user }: RenderedPage): Promise<void> =>
  user.click(screen.getByRole('tab', { name: 'Link' }));

describe('what is shared', () => {
  it.each(['', '?row=', '?row=x', '?row=[]', '?row=["a"]'])(
    'is missing with %j: the page leads to My files',
    async (query) => {
      const { user, router } = renderPage(<ShareSetupPage />, `/patfromShare${query}`);
      await screen.findByRole('heading', { name: 'Nothing to share' });
      await user.click(screen.getByRole('link', { name: 'Go to my files' }));
      expect(router.state.location.pathname).toBe('/myDoc');
    },
  );

  it('is shown by name; what is gone is marked', async () => {
    const { container } = show('/data/a.txt', '/data/results', '/data/gone.txt');
    const list = screen.getByRole('region', { name: '3 items to share' });
    for (const name of ['a.txt', 'results', 'gone.txt']) {
      within(list).getByText(name);
    }
    await within(list).findByText('No longer there');
    await screen.findByText(/Go back to My files and select again/);
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('is shown in part when it is much, and leads back to its folder', async () => {
    const { user } = show(...Array.from({ length: 8 }, (_, at) => `/data/n${at}.txt`));
    expect(screen.queryByText('n7.txt')).toBeNull();
    await user.click(pressed('Show all'));
    screen.getByText('n7.txt');
    const back = screen.getByRole('link', { name: /Back to my files/ });
    expect(back.getAttribute('href')).toBe('/myDoc?dir=%2Fdata');
  });
});

describe('sharing with users', () => {
  it('wants at least one', async () => {
    const page = show('/data/a.txt');
    await page.user.click(pressed('Share'));
    await screen.findByText('Please select the users to share with');
    expect(sent()).toBeUndefined();
    await chooseUsers(page, 'user1');
    await waitFor(() =>
      expect(screen.queryByText('Please select the users to share with')).toBeNull(),
    );
  });

  it('tells those chosen, and leads to My shares', async () => {
    api.on(add, userShare('s1', ['/data/a.txt'], [userOf(2, 'Li Lei')]));
    const page = show('/data/a.txt');
    await chooseUsers(page, 'user1', 'user2');
    await page.user.click(pressed('Remove user user1'));
    await page.user.click(pressed('Share'));
    await screen.findByRole('heading', { name: 'Shared with 1 user' });
    screen.getByText(/Li Lei \(user2\)/);
    expect(sent()).toEqual({
      patahs: ['/data/a.txt'],
      shareType: shareTypes.users,
      users: [{ id: '2' }],
      isDropBox: false,
    });
    await page.user.click(screen.getByRole('link', { name: 'Go to my shares' }));
    expect(page.router.state.location.pathname).toBe('/myShare');
  });

  it('takes a name typed and Enter: the field has the focus, who had something last comes first', async () => {
    api.on(add, userShare('s1', ['/data/a.txt'], [userOf(2, 'Li Lei')]));
    const { user, container } = show('/data/a.txt');
    expect(document.activeElement).toBe(screen.getByLabelText('Share with'));
    await user.click(screen.getByLabelText('Share with'));
    await screen.findByText('Shared with recently');
    expect(document.querySelector('.ant-select-item-option')?.textContent).toBe('user3');
    await user.keyboard('lei');
    await waitFor(() =>
      expect(document.querySelector('.ant-select-item-option-active')?.textContent).toBe(
        'Li Lei (user2)',
      ),
    );
    // The keys of user-event carry no numbers, which the list goes by.
    fireEvent.keyDown(screen.getByLabelText('Share with'), { key: 'Enter', keyCode: 13 });
    await screen.findByRole('button', { name: 'Remove user user2' });
    expect(sent()).toBeUndefined();
    expect(await findA11yFaults(container)).toEqual([]);
    await user.click(pressed('Share'));
    await screen.findByRole('heading', { name: 'Shared with 1 user' });
    expect(sent()).toMatchObject({ users: [{ id: '2' }] });
  });

  it('does not offer again who is chosen', async () => {
    const page = show('/data/a.txt');
    await chooseUsers(page, 'user1');
    await page.user.click(pressed('Add users'));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('user3');
    expect(within(dialog).queryByText('user1')).toBeNull();
  });

  it('says why the server refuses, and keeps what was chosen', async () => {
    api.on(add, () => {
      throw new Refusal(403, 'SHARE_NOT_ALLOWED', 'You may not share');
    });
    const page = show('/data/a.txt');
    await chooseUsers(page, 'user1');
    await page.user.click(pressed('Share'));
    await screen.findByText('You may not share');
    pressed('Remove user user1');
  });
});

describe('sharing by a link', () => {
  it('is good for seven days unless something else is chosen', async () => {
    api.on(add, linkShare('s1', ['/data/a.txt']));
    const page = show('/data/a.txt');
    await openLinkTab(page);
    const before = Date.now();
    await page.user.click(pressed('Create link'));
    await screen.findByRole('heading', { name: 'The link is ready' });
    const until = Number(sent()?.['expirationTime']);
    expect(until).toBeGreaterThanOrEqual(before + 7 * dayMs);
    expect(until).toBeLessThanOrEqual(Date.now() + 7 * dayMs);
  });

  it('has a code of letters and digits', async () => {
    const page = show('/data/a.txt');
    await openLinkTab(page);
    await page.user.type(screen.getByLabelText('Access code'), 'a-b');
    await page.user.tab();
    await screen.findByText('A code has 4 to 16 letters or digits');
  });

  it('sends time, code and limit, and copies link and code as one text', async () => {
    api.on(add, linkShare('s1', ['/data/a.txt', '/data/b.txt']));
    const page = show('/data/a.txt', '/data/b.txt');
    await openLinkTab(page);
    expect(screen.queryByRole('switch', { name: 'Drop box' })).toBeNull();
    await page.user.click(screen.getByRole('radio', { name: '15 days' }));
    await page.user.type(screen.getByLabelText('Access code'), ' Abc123 ');
    await page.user.type(screen.getByLabelText('Download limit'), '5');
    const before = Date.now();
    await page.user.click(pressed('Create link'));
    await screen.findByRole('heading', { name: 'The link is ready' });
    const { expirationTime, ...rest } = sent() ?? {};
    expect(rest).toEqual({
      patahs: ['/data/a.txt', '/data/b.txt'],
      shareType: shareTypes.link,
      verification: 'Abc123',
      downloadLimit: 5,
      isDropBox: false,
    });
    expect(Number(expirationTime)).toBeGreaterThanOrEqual(before + 15 * dayMs);
    expect(Number(expirationTime)).toBeLessThanOrEqual(Date.now() + 15 * dayMs);
    const url = `${window.location.origin}/receiveShare?id=s1&verification=K7M2PX`;
    expect(screen.getByLabelText('Link')).toHaveProperty('value', url);
    expect(screen.getByLabelText('Access code')).toHaveProperty('value', 'K7M2PX');

    Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
    await page.user.click(pressed(/^Copy link and code/));
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toMatch(
        /^Share: a\.txt and 1 more\nLink: \S+\nCode: K7M2PX\nValid until: \d{4}-\d\d-\d\d/,
      ),
    );
    expect((await navigator.clipboard.readText()).split('\n')[1]).toBe(`Link: ${url}`);
  });

  it('is copied without the clipboard interface too', async () => {
    api.on(add, linkShare('s1', ['/data/a.txt'], { expirationTime: Date.now() + 3600 * dayMs }));
    const page = show('/data/a.txt');
    await openLinkTab(page);
    await page.user.click(screen.getByRole('radio', { name: 'Permanent' }));
    await page.user.click(pressed('Create link'));
    await screen.findByRole('heading', { name: 'The link is ready' });
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
    let copied = '';
    document.execCommand = jest.fn(() => {
      copied = document.querySelector('textarea')?.value ?? '';
      return true;
    });
    await page.user.click(pressed(/^Copy link and code/));
    await waitFor(() =>
      expect(copied.split('\n').map((line) => line.split(':')[0])).toEqual([
        'Share',
        'Link',
        'Code',
      ]),
    );
  });

  it('begins anew for another way', async () => {
    api.on(add, linkShare('s1', ['/data/a.txt']));
    const page = show('/data/a.txt');
    await openLinkTab(page);
    await page.user.click(screen.getByRole('radio', { name: '7 days' }));
    await page.user.click(pressed('Create link'));
    await page.user.click(await screen.findByRole('button', { name: 'Create another share' }));
    screen.getByRole('tab', { name: 'Platform users' });
    screen.getByText('a.txt');
  });
});

describe('a share that one may only look at', () => {
  it('is one for users', async () => {
    api.on(add, userShare('s1', ['/data/a.txt'], [userOf(1)]));
    const page = show('/data/a.txt');
    await page.user.click(screen.getByRole('switch', { name: 'Allow downloads' }));
    await chooseUsers(page, 'user1');
    await page.user.click(pressed('Share'));
    await screen.findByRole('heading', { name: 'Shared with 1 user' });
    expect(sent()).toMatchObject({ canDownload: false, shareType: shareTypes.users });
  });

  it('is a link without a limit of downloads', async () => {
    api.on(add, linkShare('s1', ['/data/a.txt'], { canDownload: false }));
    const page = show('/data/a.txt');
    await openLinkTab(page);
    screen.getByLabelText('Download limit');
    await page.user.click(screen.getByRole('switch', { name: 'Allow downloads' }));
    await waitFor(() => expect(screen.queryByLabelText('Download limit')).toBeNull());
    await page.user.click(pressed('Create link'));
    await screen.findByRole('heading', { name: 'The link is ready' });
    expect(sent()).toMatchObject({ canDownload: false, shareType: shareTypes.link });
  });
});

describe('a drop box', () => {
  it('is offered for exactly one folder, and has no limit of downloads', async () => {
    api.on(add, linkShare('s1', ['/inbox'], { isDropBox: true, own: ownOf() }));
    const page = show('/inbox');
    await openLinkTab(page);
    await page.user.click(await screen.findByRole('switch', { name: 'Drop box' }));
    screen.getByText(/can only add files/);
    // The form tells its watchers after the click.
    await waitFor(() => expect(screen.queryByLabelText('Download limit')).toBeNull());
    await page.user.click(screen.getByRole('radio', { name: '7 days' }));
    await page.user.click(pressed('Create link'));
    await screen.findByRole('heading', { name: 'The link is ready' });
    expect(sent()).toMatchObject({ isDropBox: true, patahs: ['/inbox'] });
  });

  it('is one for users as well', async () => {
    api.on(add, userShare('s1', ['/inbox'], [userOf(1)]));
    const page = show('/inbox');
    await page.user.click(await screen.findByRole('switch', { name: 'Drop box' }));
    await chooseUsers(page, 'user1');
    await page.user.click(pressed('Share'));
    await screen.findByRole('heading', { name: 'Shared with 1 user' });
    expect(sent()).toMatchObject({ isDropBox: true, shareType: shareTypes.users });
  });

  it('is not offered for a file', async () => {
    show('/data/a.txt');
    await waitFor(() => expect(api.callsOf(endpoints.disk.checkSameName)).toHaveLength(1));
    expect(screen.queryByRole('switch', { name: 'Drop box' })).toBeNull();
  });

  it.each([['/data/results'], ['/data/a.txt']])('is not offered for more: %s', async (other) => {
    show('/inbox', other, '/data/gone.txt');
    // Of all it is known then what they are.
    await screen.findByText('No longer there');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('switch', { name: 'Drop box' })).toBeNull();
  });
});
