import { endpoints, type ApplicationRow } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { onVisit } from '../../../shared/notifications/visits.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { isComputable } from '../application-facts.js';
import { applicationOf, fileOf, waitingFor } from '../spec-applications.js';
import { ApprovalsPage } from './approvals-page.js';

const { list, detail, files, checksum, agree, revoke, withdraw, download } = endpoints.approvals;
let api: FakeApi;
let rows: ApplicationRow[];
let begun: unknown[][];
let previewed: string[];

beforeEach(() => {
  begun = [];
  previewed = [];
  rows = [
    waitingFor('a1', ['/data/a.csv', '/data/b.csv'], { reason: 'For the paper' }),
    applicationOf('a2', ['/mine.txt'], {
      applyUser: { id: '1', userName: 'user1', realName: null },
      status: 1,
      canDownload: true,
      endTime: '2026-11-29 05:00:00',
    }),
    applicationOf('a3', ['/given.txt'], { status: 1, isAdmin: true }),
    applicationOf('a4', ['/taken.txt'], {
      status: 1,
      isAdmin: true,
      usedTime: '2026-11-22 06:00:00',
    }),
    applicationOf('a5', ['/own.txt'], {
      applyUser: { id: '1', userName: 'user1', realName: null },
    }),
  ];
  api = new FakeApi();
  api.on(list, ({ me, projName }) => {
    const found = rows.filter(
      (row) =>
        (me !== '2' || row.canDecide) && row.project.projectName.includes(String(projName ?? '')),
    );
    return { data: found, total: found.length };
  });
  api.on(detail, ({ id }) => {
    const application = rows.find((row) => row.id === id);
    if (!application) {
      throw new Refusal(404, 'APPROVAL_NOT_FOUND', 'There is no such application');
    }
    return { application, earlier: null };
  });
  api.on(files, {
    data: [fileOf('/data/a.csv'), fileOf('/data/b.csv', { change: 'changed' })],
    total: 2,
  });
});

const show = (url = '/aduitProject'): RenderedPage =>
  renderPage(
    <ApprovalsPage
      userId="1"
      canDownload
      onDownloadBegun={(...all) => begun.push(all)}
      onPreview={(_, shown, index) =>
        (previewed = [...shown.slice(index), ...shown.slice(0, index)].map(({ path }) => path))
      }
    />,
    url,
  );
const rowOf = async (path: string): Promise<HTMLElement> =>
  (await screen.findByRole('button', { name: path })).closest('tr') as HTMLElement;
const actionsOf = async (path: string): Promise<string[]> =>
  within(await rowOf(path))
    .getAllByRole('button')
    .slice(1)
    .map((button) => button.textContent);

/** Opens by a row's button where it is decided, says a reason, and decides. */
async function decide({ user }: RenderedPage, button: string, verb: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText('Reason (optional)'), 'because');
  await user.click(within(dialog).getByRole('button', { name: verb }));
  return dialog;
}

it('an own application leads to a sealed job on what it asks for, until it can be downloaded', async () => {
  giveMenus('/taskManangement');
  show('/aduitProject?apply=a5');
  const drawer = await screen.findByRole('dialog');
  const link = await within(drawer).findByRole('link', { name: 'Use it here instead' });
  expect(link.getAttribute('href')).toBe(
    '/editTask?space=project&spaceId=p1&workDir=%2F&input=%2Fown.txt&sealed=1',
  );
  expect(
    ['a2', 'a3']
      .map((id) => rows.find((row) => row.id === id)!)
      .map((row) => isComputable(row, '1')),
  ).toEqual([false, false]);
});

describe('the list', () => {
  it('says who wants what, and what the viewer can do about it', async () => {
    const { container } = show();
    expect((await rowOf('/data/a.csv')).textContent).toMatch(
      /1Han Meimei\/?.*a\.csv.*and 1 more.*genome.*Pending/,
    );
    expect(await actionsOf('/data/a.csv')).toEqual(['Review']);
    expect(await actionsOf('/mine.txt')).toEqual(['Download']);
    expect(await actionsOf('/given.txt')).toEqual(['Revoke']);
    expect(await actionsOf('/taken.txt')).toEqual([]);
    expect(await actionsOf('/own.txt')).toEqual(['Withdraw']);
    expect(api.callsOf(list)[0]?.input).toMatchObject({ me: '3', pageNum: 0, pageSize: 20 });
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('is narrowed to what waits, and by the name of a project', async () => {
    const { user, router } = show();
    await rowOf('/mine.txt');
    await user.click(screen.getByText('Waiting for me'));
    await waitFor(() => expect(screen.queryByText('mine.txt')).toBeNull());
    await rowOf('/data/a.csv');
    await user.type(screen.getByRole('textbox', { name: 'Search project name' }), 'zzz{Enter}');
    await screen.findByText('No matching applications');
    // How many wait is said wherever one looks.
    screen.getByRole('radio', { name: 'Waiting for me 1' });
    expect(router.state.location.search).toBe('?me=2&search=zzz');
  });

  it.each([
    ['/aduitProject', 'No applications yet'],
    ['/aduitProject?me=1', 'You have not applied for a download yet'],
    ['/aduitProject?me=2', 'Nothing is waiting for you'],
  ])('of nothing says what would be at %s', async (url, title) => {
    rows = [];
    show(url);
    await screen.findByText(title);
  });

  it('says why it cannot be had', async () => {
    api.on(list, () => {
      throw new Refusal(403, 'NO_PERMISSION', 'You may not see this');
    });
    show();
    await screen.findByText('You may not see this');
  });

  it('says how far two yeses are', async () => {
    const user = { id: '2', userName: 'user2', realName: null };
    rows = [
      waitingFor('a1', ['/x'], {
        approversNeeded: 2,
        approversSoFar: 1,
        votes: [{ user, isYes: true, reason: '', time: '2026-11-22 05:00:00' }],
      }),
    ];
    show();
    expect((await rowOf('/x')).textContent).toContain('1 of 2 approved');
  });
});

describe('a decision', () => {
  const review = 'Review the download of “a.csv”';

  it.each([
    ['Approve the download of “a.csv”', '1', 'Approved'],
    ['Reject the download of “a.csv”', '2', 'Rejected'],
  ])('is taken beside the evidence, with its reason: %s', async (verb, status, done) => {
    api.on(agree, () => {
      rows = [applicationOf('a1', ['/data/a.csv'], { status: Number(status) as 1 | 2 })];
      return rows[0]!;
    });
    const dialog = await decide(show(), review, verb);
    await waitFor(() => expect(api.callsOf(agree)).toHaveLength(1));
    expect(api.callsOf(agree).map(({ input }) => input)).toEqual([
      { id: 'a1', status, reason: 'because' },
    ]);
    await within(dialog).findByText(done);
    expect(within(dialog).queryByLabelText('Reason (optional)')).toBeNull();
    // The drawer stays, and was never covered by another dialog.
    expect(screen.getAllByRole('dialog')).toEqual([dialog]);
  });

  it('that comes too late says who was first, and leaves nothing to decide', async () => {
    api.on(agree, () => {
      rows = [applicationOf('a1', ['/data/a.csv'], { status: 2, ending: 'rejected' })];
      throw new Refusal(409, 'APPROVAL_ALREADY_DECIDED', 'Li Lei has decided on this already');
    });
    const dialog = await decide(show(), review, 'Approve the download of “a.csv”');
    await within(dialog).findByText('Li Lei has decided on this already');
    await waitFor(() => expect(within(dialog).queryByLabelText('Reason (optional)')).toBeNull());
    within(dialog).getByText('Li Lei has decided on this already');
    // The list was out of date.
    expect(api.callsOf(list).filter(({ input }) => input.me === '3').length).toBeGreaterThan(1);
  });

  it('that is refused for what can be mended keeps the reason that was written', async () => {
    api.on(agree, () => {
      throw new Refusal(409, 'APPROVAL_CONTENT_CHANGED', '/data/a.csv was changed');
    });
    const dialog = await decide(show(), review, 'Approve the download of “a.csv”');
    await within(dialog).findByText('/data/a.csv was changed');
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reason (optional)').value).toBe(
      'because',
    );
  });

  it('says how long it is good for', async () => {
    show('/aduitProject?apply=a1');
    await within(await screen.findByRole('dialog')).findByText(/Han Meimei has 7 days to download/);
  });

  it('says that another one has to agree, too', async () => {
    rows = [waitingFor('a1', ['/x.csv'], { approversNeeded: 2 })];
    show('/aduitProject?apply=a1');
    await within(await screen.findByRole('dialog')).findByText(
      /A second approver must approve as well\./,
    );
  });

  it('is taken back', async () => {
    api.on(revoke, () => rows[2]!);
    const seen: string[] = [];
    const stop = onVisit((address) => seen.push(address));
    const dialog = await decide(show(), 'Revoke the approval of “given.txt”', 'Revoke');
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(api.callsOf(revoke).map(({ input }) => input)).toEqual([
      { id: 'a3', reason: 'because' },
    ]);
    // What a notice says of it is read, though its address is not this page's.
    expect(seen).toEqual(['/aduitProject?apply=a3']);
    stop();
  });
});

describe('an own application', () => {
  it('is downloaded once it is approved', async () => {
    api.on(download, 'token-1');
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Download “mine.txt”' }));
    await waitFor(() => expect(begun).toEqual([['a2', ['/mine.txt'], 'token-1']]));
    expect(api.callsOf(download)[0]?.input).toEqual({ id: 'a2', async: true });
  });

  it('whose content has changed says so and begins nothing', async () => {
    api.on(download, () => {
      throw new Refusal(409, 'APPROVAL_CONTENT_CHANGED', '/mine.txt was changed. Apply again.');
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Download “mine.txt”' }));
    await screen.findByText('/mine.txt was changed. Apply again.');
    expect(begun).toEqual([]);
  });

  it('is withdrawn when its user is sure', async () => {
    api.on(withdraw, null);
    const { user } = show();
    await user.click(
      await screen.findByRole('button', { name: 'Withdraw the application for “own.txt”' }),
    );
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Withdrawn');
    expect(api.callsOf(withdraw).map(({ input }) => input)).toEqual([{ id: 'a5' }]);
  });
});

describe('the evidence', () => {
  const open = async (id: string): Promise<RenderedPage & { drawer: HTMLElement }> => {
    const page = show(`/aduitProject?apply=${id}`);
    return { ...page, drawer: await screen.findByRole('dialog') };
  };

  it('is what is asked for, who put it there, what became of it, and what it holds', async () => {
    api.on(checksum, { sha256: 'ab'.repeat(32) });
    const { drawer, user, container } = await open('a1');
    await within(drawer).findByText('For the paper');
    await within(drawer).findByText('Changed since');
    expect(within(drawer).getAllByText(/uploaded by user1/)).toHaveLength(2);
    await user.click(within(drawer).getAllByRole('button', { name: 'Preview' })[1]!);
    // One leads to the others of the page.
    expect(previewed).toEqual(['/data/b.csv', '/data/a.csv']);
    await user.click(within(drawer).getAllByRole('button', { name: 'Compute SHA-256' })[0]!);
    await within(drawer).findByText('ab'.repeat(32));
    within(drawer).getByRole('button', { name: 'Approve the download of “a.csv”' });
    expect(await findA11yFaults(container.ownerDocument.body)).toEqual([]);
  });

  it('is not the applicant’s to preview, who has no way round the approval', async () => {
    const { drawer } = await open('a2');
    await within(drawer).findByText('Approved');
    await within(drawer).findAllByText(/uploaded by user1/);
    expect(within(drawer).queryByRole('button', { name: 'Preview' })).toBeNull();
    expect(within(drawer).queryByRole('button', { name: 'Compute SHA-256' })).toBeNull();
  });

  it('shows how earlier ones of the applicant ended', async () => {
    api.on(detail, {
      application: rows[0]!,
      earlier: {
        pending: 1,
        approved: 2,
        rejected: 3,
        latest: [applicationOf('a9', ['/old.txt'], { status: 2, ending: 'rejected' })],
      },
    });
    const { drawer } = await open('a1');
    await within(drawer).findByText('2 approved, 3 closed, 1 pending');
    expect(within(drawer).getByRole('link', { name: 'old.txt' }).getAttribute('href')).toBe(
      '/aduitProject?apply=a9',
    );
  });

  it('follows what happens while it is open', async () => {
    const { drawer } = await open('a1');
    await within(drawer).findByText('Pending');
    const user = { id: '2', userName: 'user2', realName: 'Li Lei' };
    rows = rows.map((row) =>
      row.id === 'a1'
        ? {
            ...row,
            status: 2,
            ending: 'rejected',
            canDecide: false,
            votes: [{ user, isYes: false, reason: 'not now', time: '2026-11-22 06:00:00' }],
          }
        : row,
    );
    // What the rules of live events do with `approvalsChanged`.
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(detail) }));
    await within(drawer).findByText('not now');
    within(drawer).getByText('Rejected');
    expect(within(drawer).queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('says where a file of a chosen folder lies', async () => {
    rows = [waitingFor('a1', ['/data', '/b.csv'])];
    api.on(files, { data: [fileOf('/data/2026/a.csv'), fileOf('/b.csv')], total: 2 });
    const { drawer } = await open('a1');
    await within(drawer).findByText('/data/2026');
    within(drawer).getByText('Download of “data” and 1 more item');
    expect(within(drawer).queryByText('/', { exact: true })).toBeNull();
  });

  it.each([
    ['rejected', 'rejected', false],
    ['revoked', 'revoked the approval', false],
    ['projectDeleted', 'rejected', false],
    ['expired', 'rejected', true],
  ] as const)('of one that ended %s tells how', async (ending, no, until) => {
    giveMenus('/joinProject');
    const user = { id: '2', userName: 'user2', realName: 'Li Lei' };
    rows = [
      applicationOf('a1', ['/x'], {
        status: 2,
        ending,
        endTime: '2026-11-29 05:00:00',
        votes: [{ user, isYes: false, reason: '', time: '2026-11-22 06:00:00' }],
      }),
    ];
    const { drawer } = await open('a1');
    await waitFor(() => expect(drawer.textContent).toContain(`Li Lei ${no}`));
    expect(within(drawer).queryByText('Download until') !== null).toBe(until);
    const project = within(drawer).queryByRole('link', { name: 'genome' });
    expect(project !== null).toBe(ending !== 'projectDeleted');
  });

  it('that cannot be had now is asked for again', async () => {
    api.on(detail, () => {
      throw new Refusal(500, 'INTERNAL', 'The server could not answer');
    });
    const { drawer, user } = await open('a1');
    await within(drawer).findByText('The server could not answer');
    api.on(detail, { application: rows[0]!, earlier: null });
    await user.click(within(drawer).getByRole('button', { name: 'Try again' }));
    await within(drawer).findByText('For the paper');
  });

  it('of what is not there says so', async () => {
    const { drawer, user, router } = await open('a99');
    await within(drawer).findByText('There is no such application');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});
