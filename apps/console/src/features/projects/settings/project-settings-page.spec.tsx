import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { projectOf, settingsOf } from '../spec-projects.js';
import { ProjectSettingsPage } from './project-settings-page.js';

const { getSettings, detail, edit, remove, addTag, removeTag } = endpoints.projects;
const { usage, setQuota } = endpoints.projectFiles;
const giga = 1024 ** 3;
let api: FakeApi;

beforeEach(() => {
  giveMenus('/managementProject?type=1', '/joinProject?type=2');
  api = new FakeApi();
  api.on(getSettings, settingsOf());
  api.on(detail, projectOf('p1', { tags: [{ id: 't1', tagName: 'maize' }] }));
  api.on(usage, {
    quotaBytes: 4 * giga,
    usedBytes: giga,
    trashBytes: 0,
    versionBytes: 0,
    freeBytes: 3 * giga,
  });
});

const show = (canSetQuota = false, url = '/projectSettings?id=p1'): RenderedPage =>
  renderPage(<ProjectSettingsPage canSetQuota={canSetQuota} />, url);
const nameField = (): Promise<HTMLElement> => screen.findByLabelText('Project name');
const save = ({ user }: RenderedPage): Promise<void> =>
  user.click(screen.getByRole('button', { name: 'Save' }));

describe('the settings of a project', () => {
  it('are sent where they were changed, and lead back to it', async () => {
    api.on(edit, settingsOf());
    const page = show();
    const { user, container } = page;
    await user.type(await nameField(), '_2');
    await user.click(screen.getByRole('switch', { name: 'Members Direct download' }));
    await user.click(screen.getByRole('radio', { name: 'Two people' }));
    expect(await findA11yFaults(container)).toEqual([]);
    await save(page);
    await waitFor(() => expect(page.router.state.location.search).toBe('?id=p1'));
    expect(page.router.state.location.pathname).toBe('/managementProjectDetail');
    expect(api.callsOf(edit)[0]?.input).toEqual({
      id: 'p1',
      projectName: 'genome_2',
      permissionChanges: { groupDownload: true },
      approversNeeded: 2,
    });
  });

  it.each([
    ['9lives', /starts with a letter/],
    ['ROOT', /cannot be called root/],
  ])('do not take the name %s', async (name, sentence) => {
    const page = show();
    const field = await nameField();
    await page.user.clear(field);
    await page.user.type(field, name);
    await save(page);
    await screen.findByText(sentence);
    expect(api.callsOf(edit)).toEqual([]);
  });

  it.each([
    ['the administrator does not', false],
    ['the owner does', true],
  ])('go back from two people to one, and let more download: %s', async (_, isOwner) => {
    api.on(getSettings, settingsOf({ approversNeeded: 2, isOwner }));
    show();
    const one = await screen.findByRole('radio', { name: 'One person' });
    expect((one as HTMLInputElement).disabled).toBe(!isOwner);
    const gives = screen.getByRole('switch', { name: 'Members Direct download' });
    expect((gives as HTMLButtonElement).disabled).toBe(!isOwner);
    expect(screen.queryByText(/Only the owner can let more people download/) === null).toBe(
      isOwner,
    );
  });

  it('are saved where there is no description, too', async () => {
    api.on(getSettings, settingsOf({ projectDescribe: '' }));
    api.on(edit, settingsOf());
    const page = show();
    await page.user.type(await nameField(), '_2');
    await save(page);
    await waitFor(() => expect(api.callsOf(edit)).toHaveLength(1));
    expect(api.callsOf(edit)[0]?.input).toEqual({ id: 'p1', projectName: 'genome_2' });
  });

  it('say what the server does not take, and stay', async () => {
    api.on(edit, () => {
      throw new Refusal(409, 'PROJECT_NEEDS_TWO_PEOPLE', 'Make another member the administrator');
    });
    const page = show();
    await page.user.click(await screen.findByRole('radio', { name: 'Two people' }));
    await save(page);
    await screen.findByText('Make another member the administrator');
    expect(page.router.state.location.pathname).toBe('/projectSettings');
  });

  it('are for who manages the project', async () => {
    api.on(getSettings, () => {
      throw new Refusal(403, 'PROJECT_MANAGERS_ONLY', 'Only the owner may do that. Ask Li Lei.');
    });
    show();
    await screen.findByText('Only the owner may do that. Ask Li Lei.');
  });

  it('need a project in the address', async () => {
    show(false, '/projectSettings');
    await screen.findByText('The project cannot be opened');
  });
});

describe('tags', () => {
  it('are added by Enter, which does not save the form, and taken off', async () => {
    api.on(addTag, { id: 't2', tagName: 'wheat' });
    api.on(removeTag, null);
    const { user } = show();
    await user.type(await screen.findByRole('textbox', { name: 'New tag' }), ' wheat {Enter}');
    await waitFor(() =>
      expect(api.callsOf(addTag).map(({ input }) => input)).toEqual([
        { projectId: 'p1', tagName: 'wheat' },
      ]),
    );
    expect(api.callsOf(edit)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove tag maize' }));
    await waitFor(() =>
      expect(api.callsOf(removeTag).map(({ input }) => input)).toEqual([
        { projectId: 'p1', tagId: 't1' },
      ]),
    );
  });
});

describe('storage', () => {
  it('is told to all who manage the project', async () => {
    show();
    await screen.findByText(/^1.*G.* of 4.*G.* used/);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(screen.queryByRole('button', { name: 'Change quota' })).toBeNull();
  });

  it('that is nearly full says so, and what to do', async () => {
    show();
    await screen.findByText(/of 4.*G.* used/);
    expect(screen.queryByText(/hardly any space/)).toBeNull();
    const usedBytes = 3.7 * giga;
    api.on(usage, {
      quotaBytes: 4 * giga,
      usedBytes,
      trashBytes: 0,
      versionBytes: 0,
      freeBytes: 0.3 * giga,
    });
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(usage) }));
    await screen.findByText(/nearly full.* ask a system administrator/);
  });

  it('is limited by who manages users', async () => {
    api.on(setQuota, {
      quotaBytes: null,
      usedBytes: giga,
      trashBytes: 0,
      versionBytes: 0,
      freeBytes: null,
    });
    const { user } = show(true);
    await user.click(await screen.findByRole('button', { name: 'Change quota' }));
    const dialog = await screen.findByRole('dialog');
    await user.clear(within(dialog).getByLabelText('Quota (GB)'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Quota removed');
    expect(api.callsOf(setQuota).map(({ input }) => input)).toEqual([
      { projectId: 'p1', quotaBytes: null },
    ]);
    expect(api.callsOf(edit)).toEqual([]);
  });
});

describe('deleting a project', () => {
  it('takes its name, and leads to the list', async () => {
    api.on(remove, null);
    const { user, router } = show();
    await user.click(await screen.findByRole('button', { name: 'Delete project' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: 'Delete project' });
    await user.type(within(dialog).getByRole('textbox'), 'genom');
    await user.click(confirm);
    expect(api.callsOf(remove)).toEqual([]);
    await user.type(within(dialog).getByRole('textbox'), 'e');
    await user.click(confirm);
    await waitFor(() => expect(router.state.location.pathname).toBe('/managementProject'));
    expect(api.callsOf(remove).map(({ input }) => input)).toEqual([{ id: 'p1' }]);
  });
});
