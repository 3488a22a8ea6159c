import { endpoints, type ProjectRow, type ProjectUser } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { memberOf, personOf, projectOf } from '../spec-projects.js';
import { ProjectMembersPage } from './project-members-page.js';

const { detail, users, candidates, addUsers, removeUser, setAdmin, leave } = endpoints.projects;
let api: FakeApi;
let project: ProjectRow;
let members: ProjectUser[];

beforeEach(() => {
  giveMenus('/managementProject?type=1', '/joinProject?type=2');
  project = projectOf('p1', { projectName: 'genome', admin: personOf(2, 'Li Lei') });
  members = [memberOf(1, 'owner'), memberOf(2, 'admin', 'Li Lei'), memberOf(3)];
  api = new FakeApi();
  api.on(detail, () => project);
  api.on(users, ({ username }) => {
    const found = members.filter(({ userName }) => userName.includes(String(username ?? '')));
    return { data: found, total: found.length };
  });
  api.on(candidates, {
    data: [4, 5].map((id) => ({ ...memberOf(id, 'other'), joinTime: null })),
    total: 2,
  });
});

const show = (userId = '1', url = '/projectMembers?id=p1'): RenderedPage =>
  renderPage(<ProjectMembersPage userId={userId} />, url);
const rowOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findByText(name)).closest('tr') as HTMLElement;
/** Presses what a row offers, and the button of the dialog that asks. */
async function sure({ user }: RenderedPage, button: string, verb: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: verb }));
}

describe('the people of a project', () => {
  it('are told with what they are, and what can be done to whom', async () => {
    const { container } = show();
    expect((await rowOf('Li Lei')).textContent).toMatch(/Li Lei.*user2.*Administrator/);
    const buttonsOf = async (name: string): Promise<string[]> =>
      within(await rowOf(name))
        .queryAllByRole('button')
        .map((button) => button.textContent);
    // user1 has no real name: both columns say the login name.
    const [owner] = screen.getAllByText('user1');
    expect(within(owner!.closest('tr')!).queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(await buttonsOf('Li Lei')).toEqual([]);
    const [third] = screen.getAllByText('user3');
    const inRow = within(third!.closest('tr')!).getAllByRole('button');
    expect(inRow.map((button) => button.textContent)).toEqual(['Make administrator', 'Remove']);
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('who only are members can leave, and nothing else', async () => {
    project = { ...project, role: 'member' };
    api.on(leave, null);
    const page = show('3');
    await rowOf('Li Lei');
    expect(screen.queryByRole('tab', { name: 'Add members' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Remove|Make)/ })).toBeNull();
    await screen.findByText('user3 (you)');
    await sure(page, 'Leave the project', 'Leave');
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/joinProject'));
  });

  it('who administer it are told what comes before leaving', async () => {
    project = { ...project, role: 'admin' };
    show('2');
    const own = within(await rowOf('Li Lei (you)'));
    own.getByText('To leave, make another member the administrator first');
    expect(own.queryByRole('button')).toBeNull();
  });

  it('are made administrators, and added where they download, by the owner where two decide', async () => {
    project = { ...project, role: 'admin', approversNeeded: 2 };
    const { user } = show('2');
    const own = within(await rowOf('Li Lei (you)'));
    own.getByText('To leave, ask the owner to choose another administrator');
    expect(screen.queryByRole('button', { name: /^Make administrator/ })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Add members' }));
    await screen.findByText(/only the owner can add members/);
  });

  it('change the administrator when they are sure', async () => {
    api.on(setAdmin, () => {
      members = [memberOf(1, 'owner'), memberOf(3, 'admin'), memberOf(2, 'member', 'Li Lei')];
      return null;
    });
    const page = show();
    await sure(page, 'Make administrator: user3', 'Make administrator');
    await screen.findByRole('button', { name: 'Remove Li Lei' });
    expect(api.callsOf(setAdmin).map(({ input }) => input)).toEqual([{ id: 'p1', userId: '3' }]);
  });

  it('who cannot be taken out stay, with the reason', async () => {
    api.on(removeUser, () => {
      throw new Refusal(409, 'PROJECT_MANAGERS_STAY', 'The administrator stays');
    });
    const page = show();
    await sure(page, 'Remove user3', 'Remove');
    await screen.findByText('The administrator stays');
  });

  it('are found by name', async () => {
    const { user, router } = show();
    await rowOf('Li Lei');
    await user.type(
      screen.getByRole('textbox', { name: 'Search by username or name' }),
      'zzz{Enter}',
    );
    await screen.findByText('No matching users');
    expect(router.state.location.search).toBe('?id=p1&search=zzz');
  });
});

describe('adding members', () => {
  it('takes those who were chosen', async () => {
    api.on(addUsers, null);
    const { user, container } = show();
    await user.click(await screen.findByRole('tab', { name: 'Add members' }));
    const button = screen.getByRole('button', { name: 'Add members' });
    expect(button.hasAttribute('disabled')).toBe(true);
    await user.click((await screen.findAllByText('user4'))[0]!);
    await user.click((await screen.findAllByText('user5'))[0]!);
    expect(await findA11yFaults(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Add 2 people' }));
    await screen.findByText('Added');
    expect(api.callsOf(addUsers).map(({ input }) => input)).toEqual([
      { projectId: 'p1', userId: '4,5' },
    ]);
    await screen.findByRole('button', { name: 'Add members' });
  });

  it('takes one by typing a name', async () => {
    api.on(addUsers, null);
    const { user } = show('1', '/projectMembers?id=p1&tab=add');
    const field = await screen.findByRole('combobox', { name: 'Add a member by name' });
    await user.type(field, 'user5');
    await waitFor(() =>
      expect(api.callsOf(candidates).map(({ input }) => input['username'])).toContain('user5'),
    );
    await waitFor(() =>
      expect(document.querySelector('.ant-select-item-option-active')?.textContent).toBe('user4'),
    );
    // The keys of user-event carry no numbers, which the list goes by.
    fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 40 });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    await screen.findByText('Added');
    expect(api.callsOf(addUsers).map(({ input }) => input)).toEqual([
      { projectId: 'p1', userId: '5' },
    ]);
  });

  it('that is refused says why and keeps the choice', async () => {
    api.on(addUsers, () => {
      throw new Refusal(404, 'PROJECT_USER_UNKNOWN', 'One of these users does not exist any more');
    });
    const { user } = show('1', '/projectMembers?id=p1&tab=add');
    await user.click((await screen.findAllByText('user4'))[0]!);
    await user.click(screen.getByRole('button', { name: 'Add 1 person' }));
    await screen.findByText('One of these users does not exist any more');
    screen.getByRole('button', { name: 'Add 1 person' });
  });
});

describe('a project that cannot be had', () => {
  it('is none when the address names none', async () => {
    show('1', '/projectMembers');
    await screen.findByText('The project cannot be opened');
    screen.getByRole('link', { name: 'Go to projects' });
  });

  it('is not asked for its people by who is none of them', async () => {
    project = { ...project, role: 'other' };
    show('9');
    await screen.findByText(/Only members can see the member list/);
    const way = screen.getByRole('link', { name: 'Back to the project' });
    expect(way.getAttribute('href')).toBe('/joinProjectDetail?id=p1');
    expect(api.callsOf(users)).toEqual([]);
  });

  it('says why', async () => {
    api.on(detail, () => {
      throw new Refusal(404, 'PROJECT_NOT_FOUND', 'There is no such project');
    });
    show();
    await screen.findByText('There is no such project');
  });

  it('is gone from the page of who is taken out of it', async () => {
    show('3');
    await rowOf('Li Lei');
    api.on(detail, () => {
      throw new Refusal(404, 'PROJECT_NOT_FOUND', 'You are not in it any more');
    });
    // What the rules of live events do with `projectsChanged`.
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(detail) }));
    await screen.findByText('You are not in it any more');
    expect(screen.queryByText('Li Lei')).toBeNull();
  });
});
