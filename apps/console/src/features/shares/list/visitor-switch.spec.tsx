import { endpoints, shareTypes } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { MySharesPage } from '../pages/my-shares-page.js';
import { linkShare, ownOf, type WireOwn, type WireShare } from '../spec-shares.js';

const { page: list, detail, edit, visits, visitorRules } = endpoints.shares;
type Visitors = NonNullable<WireOwn['visitors']>;
const giga = 1024 ** 3;

let api: FakeApi;
let box: WireShare;
/** Whether the platform lets visitors in. */
let isOpen: boolean;

const visitorsOf = (more: Partial<Visitors> = {}): Visitors => ({
  isOpen: true,
  title: 'Homework',
  bytes: 3 * giga,
  files: 2,
  maxBytes: 10 * giga + 1,
  maxFiles: 1000,
  ...more,
});
const open = (visitors: Visitors | null): void => {
  box = linkShare('s1', ['/inbox'], { isDropBox: true, own: ownOf({ visitors }) });
};

beforeEach(() => {
  queryClient.clear();
  isOpen = true;
  open(null);
  api = new FakeApi();
  api.on(list, () => ({ data: [box], total: 1 }));
  api.on(detail, () => box);
  api.on(visits, { data: [], total: 0 });
  api.on(visitorRules, () => ({ isOpen }));
  api.on(edit, ({ forVisitors }) => {
    if (typeof forVisitors === 'boolean') {
      open(forVisitors ? visitorsOf({ bytes: 0, files: 0 }) : null);
    }
    return box;
  });
});

const edits = (): unknown[] => api.callsOf(edit).map(({ input }) => input);
const theSwitch = (): Promise<HTMLButtonElement> =>
  screen.findByRole<HTMLButtonElement>('switch', { name: 'Without an account' });
const isOn = (element: HTMLElement): boolean => element.getAttribute('aria-checked') === 'true';

async function showDrawer(): Promise<RenderedPage> {
  const page = renderPage(<MySharesPage />, '/myShare');
  await page.user.click(await screen.findByRole('button', { name: 'inbox' }));
  await screen.findByRole('dialog');
  return page;
}

describe('whether people without an account may add to a drop box', () => {
  it('is changed at once, and says how much came from them', async () => {
    const { user, container } = await showDrawer();
    await screen.findByText('Only users of the platform can add files');
    await user.click(await theSwitch());
    await screen.findByText(/^0 files from visitors \(limit: 1000\), /);
    expect(isOn(await theSwitch())).toBe(true);
    await user.click(await theSwitch());
    await screen.findByText('Only users of the platform can add files');
    expect(edits()).toEqual([
      { id: 's1', forVisitors: true },
      { id: 's1', forVisitors: false },
    ]);
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('has no limit where the owner set none', async () => {
    open(visitorsOf({ maxBytes: null, maxFiles: null, files: 1 }));
    await showDrawer();
    await screen.findByText('1 file from visitors (limit: No limit), 3.00 GB (limit: No limit)');
  });

  it('is refused where the platform has stopped it meanwhile, and is not offered from then on', async () => {
    const { user } = await showDrawer();
    await screen.findByText('Only users of the platform can add files');
    isOpen = false;
    api.on(edit, () => {
      throw new Refusal(403, 'SHARE_VISITORS_OFF', 'The platform lets no visitors in');
    });
    await user.click(await theSwitch());
    await screen.findByText('The platform lets no visitors in');
    await screen.findByText('The platform does not allow drop boxes without an account');
    const shown = await theSwitch();
    expect([isOn(shown), shown.disabled]).toEqual([false, true]);
  });

  it('stays as it was where a change is refused', async () => {
    open(visitorsOf());
    const { user } = await showDrawer();
    api.on(edit, () => {
      throw new Refusal(409, 'SHARE_ENDED', 'It is over');
    });
    await user.click(await theSwitch());
    await screen.findByText('It is over');
    expect(isOn(await theSwitch())).toBe(true);
  });

  it('can be ended where the platform has paused it, or cannot say', async () => {
    open(visitorsOf({ isOpen: false }));
    api.on(visitorRules, () => {
      throw new Refusal(500, 'INTERNAL', 'Something went wrong');
    });
    const { user } = await showDrawer();
    await screen.findByText(/has paused drop boxes without an account/);
    await waitFor(() => expect(api.callsOf(visitorRules)).not.toEqual([]));
    await user.click(await theSwitch());
    await waitFor(() => expect(edits()).toEqual([{ id: 's1', forVisitors: false }]));
    // Nothing is offered as long as nobody knows whether it may be.
    await screen.findByText(/Couldn't check whether drop boxes without an account are allowed/);
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('is no question where users share with users', async () => {
    box = linkShare('s1', ['/inbox'], {
      isDropBox: true,
      shareType: shareTypes.users,
      verification: null,
    });
    await showDrawer();
    await screen.findByText('Platform users · Drop box');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(api.callsOf(visitorRules)).toEqual([]);
  });
});

describe('extending a drop box that people without an account add to', () => {
  async function showDialog(): Promise<{ user: RenderedPage['user']; dialog: HTMLElement }> {
    const { user } = renderPage(<MySharesPage />, '/myShare');
    await user.click(await screen.findByRole('button', { name: 'More actions: inbox' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Extend' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Extend: inbox' }) };
  }
  const title = (dialog: HTMLElement) =>
    within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name shown to visitors' });
  const number = (dialog: HTMLElement, name: string) =>
    within(dialog).getByRole<HTMLInputElement>('spinbutton', { name });
  const send = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Extend' });

  it('begins with what holds, and sends nothing that was not changed', async () => {
    open(visitorsOf());
    const { user, dialog } = await showDialog();
    expect(title(dialog).value).toBe('Homework');
    expect(number(dialog, 'Total size from visitors (GB)').value).toBe('10.00');
    expect(number(dialog, 'Number of files from visitors').value).toBe('1000');
    expect(within(dialog).queryByText('Download limit')).toBeNull();
    expect(await findA11yFaults(dialog)).toEqual([]);
    await user.click(send(dialog));
    await within(dialog).findByText(
      'Please select an expiration time, or change what visitors may add',
    );
    expect(edits()).toEqual([]);
    await user.click(within(dialog).getByRole('radio', { name: '30 days' }));
    await user.click(send(dialog));
    await waitFor(() =>
      expect(edits()).toEqual([{ id: 's1', expirationTime: expect.any(Number) }]),
    );
  });

  it('changes what visitors may add, or lifts its limits, without touching the time', async () => {
    open(visitorsOf());
    const { user, dialog } = await showDialog();
    await user.clear(title(dialog));
    await user.clear(number(dialog, 'Total size from visitors (GB)'));
    await user.clear(number(dialog, 'Number of files from visitors'));
    await user.type(number(dialog, 'Number of files from visitors'), '7');
    await user.click(send(dialog));
    await waitFor(() =>
      expect(edits()).toEqual([
        { id: 's1', visitorTitle: '', visitorMaxBytes: null, visitorMaxFiles: 7 },
      ]),
    );
  });

  it('shows a refusal, and keeps what was entered', async () => {
    open(visitorsOf());
    const { user, dialog } = await showDialog();
    api.on(edit, () => {
      throw new Refusal(409, 'SHARE_ENDED', 'It is over');
    });
    await user.type(title(dialog), ' 2');
    await user.click(send(dialog));
    await within(dialog).findByText('It is over');
    expect(title(dialog).value).toBe('Homework 2');
  });

  it('asks nothing about visitors where the box is not open to them', async () => {
    const { user, dialog } = await showDialog();
    expect(within(dialog).queryByText('Name shown to visitors')).toBeNull();
    await user.click(send(dialog));
    await within(dialog).findByText('Please select an expiration time');
    expect(edits()).toEqual([]);
  });
});
