import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { personOf, projectOf } from '../spec-projects.js';
import { JoinedProjectsPage, ManagedProjectsPage } from './project-list-page.js';

const { list, add, restore } = endpoints.projects;
let api: FakeApi;
let projects: ProjectRow[];

beforeEach(() => {
  projects = [
    projectOf('p1', {
      projectName: 'genome',
      projectDescribe: 'Reads of maize',
      admin: personOf(2, 'Li Lei'),
      userInfos: [personOf(1), personOf(2, 'Li Lei')],
      userCount: 12,
      tags: [{ id: 't1', tagName: 'maize' }],
      awaitingMe: 3,
      ownPending: 1,
      usedBytes: 3 * 1024 ** 2,
      lastChange: { time: '2026-11-22 06:00:00', name: 'reads.csv' },
    }),
    projectOf('p2', { projectName: 'images', role: 'member' }),
  ];
  api = new FakeApi();
  api.on(list, ({ projectName, isDeleted, pageNum = 0, pageSize = 10 }) => {
    const found = projects.filter(
      (row) =>
        row.projectName.includes(String(projectName ?? '')) &&
        (row.restorableUntil !== null) === (isDeleted === true),
    );
    const from = Number(pageNum) * Number(pageSize);
    return { data: found.slice(from, from + Number(pageSize)), total: found.length };
  });
});

const showManaged = (url = '/managementProject?type=1'): RenderedPage =>
  renderPage(<ManagedProjectsPage />, url);
const card = (name: string): Promise<HTMLElement> => screen.findByRole('article', { name });

describe('projects as cards', () => {
  it('say what they are, who is in them, and what waits', async () => {
    const { container } = showManaged();
    const genome = await card('genome');
    for (const text of ['Reads of maize', 'maize', 'Administrator Li Lei', '12 members']) {
      within(genome).getByText(text);
    }
    within(genome).getByText(/user1.*Li Lei.*and 10 more/);
    expect(
      within(genome).getByText('3 pending applications').closest('a')?.getAttribute('href'),
    ).toBe('/aduitProject?me=2&search=genome');
    expect(
      within(genome).getByText('1 application of mine').closest('a')?.getAttribute('href'),
    ).toBe('/aduitProject?me=1&search=genome');
    within(genome).getByText('3.00 MB used');
    within(genome).getByText(/^Updated/);
    within(genome).getByText('reads.csv');
    const images = await card('images');
    within(images).getByText(/^Created/);
    expect(within(images).queryByText(/used$/)).toBeNull();
    within(images).getByText('No description');
    expect(within(images).queryByText(/applications?$/)).toBeNull();
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('show their shape until they are there', async () => {
    showManaged();
    screen.getByRole('status', { name: 'Loading projects' });
    await card('genome');
    expect(screen.queryByRole('status', { name: 'Loading projects' })).toBeNull();
  });

  it('of an address behind the last page are those of the last one', async () => {
    const { router } = showManaged('/managementProject?type=1&page=5');
    await card('genome');
    expect(router.state.location.search).toBe('?type=1');
  });

  it('open the project', async () => {
    const { user, router } = showManaged();
    await user.click(await screen.findByRole('link', { name: 'genome' }));
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/managementProjectDetail?id=p1');
  });

  it('are found by name, which the address keeps beside its type', async () => {
    const { user, router } = showManaged();
    await card('genome');
    await user.type(screen.getByRole('textbox', { name: 'Search project name' }), 'ima{Enter}');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'genome' })).toBeNull());
    expect(router.state.location.search).toBe('?type=1&search=ima');
    await user.type(screen.getByRole('textbox', { name: 'Search project name' }), 'zzz{Enter}');
    await screen.findByText('No matching projects');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await card('genome');
  });

  it('of others are asked for by their own page, which creates none', async () => {
    renderPage(<JoinedProjectsPage />, '/joinProject?type=2');
    await card('genome');
    expect(api.callsOf(list)[0]?.input).toMatchObject({ me: '2', isDeleted: false });
    expect(screen.queryByRole('button', { name: 'Create project' })).toBeNull();
    expect(screen.queryByText('Deleted')).toBeNull();
  });

  it('say what belongs here when there are none, and when they cannot be had', async () => {
    projects = [];
    const first = showManaged();
    await screen.findByText('You have no projects yet');
    expect(screen.getAllByRole('button', { name: /Create project/ })).toHaveLength(2);
    api.on(list, () => {
      throw new Refusal(403, 'NO_PERMISSION', 'You may not manage projects');
    });
    await first.router.navigate('/managementProject?type=1&search=a');
    await screen.findByText('You may not manage projects');
    api.on(list, { data: [projectOf('p1')], total: 1 });
    await first.user.click(screen.getByRole('button', { name: 'Try again' }));
    await card('project_p1');
  });
});

describe('a new project', () => {
  const open = async ({ user }: RenderedPage): Promise<HTMLElement> => {
    await user.click(await screen.findByRole('button', { name: 'Create project' }));
    return screen.findByRole('dialog');
  };
  const press = (page: RenderedPage, dialog: HTMLElement): Promise<void> =>
    page.user.click(within(dialog).getByRole('button', { name: 'Create project' }));

  it.each([
    ['', 'Enter a project name'],
    ['1st', 'a project name starts with a letter; letters, digits and underscores follow'],
    ['a-b', 'a project name starts with a letter; letters, digits and underscores follow'],
    ['root', 'a project cannot be called root'],
  ])('cannot be called “%s”', async (name, sentence) => {
    const page = showManaged();
    const dialog = await open(page);
    if (name !== '') {
      await page.user.type(within(dialog).getByLabelText('Project name'), name);
    }
    await press(page, dialog);
    await within(dialog).findByText(new RegExp(`^${sentence}`, 'i'));
    expect(api.callsOf(add)).toEqual([]);
  });

  it('is opened when it is there', async () => {
    api.on(add, projectOf('p9', { projectName: '课题_1' }));
    const page = showManaged();
    const dialog = await open(page);
    await page.user.type(within(dialog).getByLabelText('Project name'), '课题_1');
    await page.user.type(within(dialog).getByLabelText('Description'), 'reads');
    await press(page, dialog);
    await waitFor(() => expect(page.router.state.location.search).toBe('?id=p9'));
    expect(api.callsOf(add).map(({ input }) => input)).toEqual([
      { projectName: '课题_1', projectDescribe: 'reads' },
    ]);
  });

  it('with a name that is taken says so beside the name', async () => {
    api.on(add, () => {
      throw new Refusal(409, 'PROJECT_NAME_TAKEN', 'There is a project called genome already');
    });
    const page = showManaged();
    const dialog = await open(page);
    await page.user.type(within(dialog).getByLabelText('Project name'), 'genome');
    await press(page, dialog);
    await within(dialog).findByText('There is a project called genome already');
    expect(page.router.state.location.pathname).toBe('/managementProject');
  });
});

describe('deleted projects', () => {
  it('can be restored, and say until when', async () => {
    const deleted = { projectName: 'old', restorableUntil: '2026-12-22 05:00:00' };
    projects.push(projectOf('p3', deleted));
    api.on(restore, ({ id }) => {
      projects = projects.map((row) => ({ ...row, restorableUntil: null }));
      return projectOf(String(id));
    });
    const { user, container } = showManaged();
    await card('genome');
    expect(screen.queryByText('old')).toBeNull();
    await user.click(screen.getByText('Deleted'));
    const old = await card('old');
    within(old).getByText('Can be restored until 2026-12-22 05:00:00');
    expect(within(old).queryByRole('link')).toBeNull();
    expect(await findA11yFaults(container)).toEqual([]);
    await user.click(within(old).getByRole('button', { name: 'Restore' }));
    await screen.findByText('Project restored');
    await screen.findByText('No deleted projects');
    expect(api.callsOf(restore).map(({ input }) => input)).toEqual([{ id: 'p3' }]);
  });

  it('that cannot be restored say why', async () => {
    projects = [projectOf('p3', { restorableUntil: '2026-12-22 05:00:00' })];
    api.on(restore, () => {
      throw new Refusal(409, 'PROJECT_NAME_TAKEN', 'There is a project of that name');
    });
    const { user } = showManaged('/managementProject?type=1&deleted=1');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await screen.findByText('There is a project of that name');
  });
});
