import { endpoints, type RoleRow } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { queryClient, queryKeyOf, queryOptionsOf } from '../../api/query.js';
import { findA11yFaults } from '../../testing/axe.js';
import { FakeApi } from '../../testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../testing/render-page.js';
import { useAction } from '../action/use-action.js';
import { PageState } from '../state/page-state.js';
import { FormDialog } from './form-dialog.js';
import { FormPage } from './form-page.js';
import { mapSource, useFormSource, type FormSource } from './source/use-form-source.js';

interface Values {
  name: string;
  password: string;
}

let send: (values: Values) => Promise<string | void>;
beforeEach(() => {
  send = async () => '/list';
});

function Page(): ReactNode {
  const [form] = Form.useForm<Values>();
  return (
    <>
      <Link to="/elsewhere">elsewhere</Link>
      <FormPage
        form={form}
        title="New thing"
        backTo="/list"
        backLabel="Things"
        initialValues={{ name: 'old' }}
        onSubmit={(values) => send(values)}
      >
        <Form.Item name="name" label="Name" rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        <Form.Item name="password" label="Password">
          <Input.Password />
        </Form.Item>
      </FormPage>
    </>
  );
}

/** A page with something to delete, which is asked about by a form of its own. */
function PageBelowDialog(): ReactNode {
  const [form] = Form.useForm<{ name: string }>();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Page />
      <button onClick={() => setIsOpen(true)}>Delete</button>
      {isOpen && (
        <FormDialog
          form={form}
          title="Delete thing"
          onSubmit={async () => undefined}
          onClose={() => setIsOpen(false)}
        >
          <Form.Item name="name" label="Name again">
            <Input />
          </Form.Item>
        </FormDialog>
      )}
    </>
  );
}

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const confirm = (): HTMLElement => screen.getByRole('button', { name: 'Save' });
const path = ({ router }: RenderedPage): string => router.state.location.pathname;
const question = (): Promise<HTMLElement> =>
  screen.findByRole('button', { name: 'Discard changes' });

describe('FormPage', () => {
  it('sends what is filled in and goes where it is told', async () => {
    const sent: Values[] = [];
    send = async (values) => {
      sent.push(values);
      return '/list';
    };
    const page = renderPage(<Page />);
    await page.user.type(field('Name'), ' thing{Enter}');
    await waitFor(() => expect(path(page)).toBe('/list'));
    expect(sent.map(({ name }) => name)).toEqual(['old thing']);
  });

  it('keeps the focus while it sends, and sends once', async () => {
    let count = 0;
    let finish = (): void => {};
    send = () => {
      count += 1;
      return new Promise((resolve) => (finish = () => resolve()));
    };
    const { user, container } = renderPage(<Page />);
    await user.type(field('Name'), 'x{Enter}');
    await waitFor(() => expect(container.querySelector('form[aria-busy=true]')).not.toBeNull());
    expect(document.activeElement).toBe(field('Name'));
    expect(confirm().querySelector('.anticon-loading')).not.toBeNull();
    await user.keyboard('{Enter}');
    await act(async () => finish());
    expect(count).toBe(1);
  });

  it('puts the focus into the field that the server refuses, its text selected', async () => {
    send = async () => {
      throw new ApiError(400, 'INPUT_INVALID', 'wrong', { password: 'Too simple' });
    };
    const { user } = renderPage(<Page />);
    await user.type(field('Password'), 'secret');
    await user.click(confirm());
    await screen.findByText('Too simple');
    const password = field('Password');
    expect(document.activeElement).toBe(password);
    expect([password.selectionStart, password.selectionEnd]).toEqual([0, 6]);
  });

  it('puts the focus into the first field that is wrong already here', async () => {
    const { user } = renderPage(<Page />);
    await user.clear(field('Name'));
    await user.click(confirm());
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  });

  it('says above the form what is about no field, and stays', async () => {
    send = async () => {
      throw new ApiError(409, 'FULL', 'There is no room');
    };
    const page = renderPage(<Page />);
    await page.user.click(confirm());
    expect((await screen.findByRole('alert')).textContent).toContain('There is no room');
    expect(path(page)).toBe('/page');
  });

  it('has a name and a role for everything', async () => {
    const { container } = renderPage(<Page />);
    expect(await findA11yFaults(container)).toEqual([]);
  });
});

describe('unsaved work', () => {
  it('is asked about before a link leads away, and kept when one stays', async () => {
    const page = renderPage(<Page />);
    await page.user.type(field('Name'), 'er');
    await page.user.click(screen.getByRole('link', { name: 'elsewhere' }));
    await question();
    await page.user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([path(page), field('Name').value]).toEqual(['/page', 'older']);
    await page.user.click(screen.getByRole('link', { name: 'elsewhere' }));
    await page.user.click(await question());
    await waitFor(() => expect(path(page)).toBe('/elsewhere'));
  });

  it('is asked about below a dialog in which nothing was changed, too', async () => {
    const warnings = jest.spyOn(console, 'warn');
    const page = renderPage(<PageBelowDialog />);
    await page.user.type(field('Name'), 'er');
    await page.user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('dialog', { name: 'Delete thing' });
    act(() => void page.router.navigate('/elsewhere'));
    await page.user.click(await question());
    await waitFor(() => expect(path(page)).toBe('/elsewhere'));
    // The router warns where it is held by two.
    expect(warnings).not.toHaveBeenCalled();
    warnings.mockRestore();
  });

  it('holds the tab that is closed or loaded anew', async () => {
    const { user } = renderPage(<Page />);
    const close = (): boolean =>
      window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(close()).toBe(true);
    await user.type(field('Name'), 'er');
    expect(close()).toBe(false);
    // The session is over: nobody could stay.
    localStorage.removeItem('token');
    expect(close()).toBe(true);
  });

  it('is none where nothing was changed, or changed back, or given up by Cancel', async () => {
    const page = renderPage(<Page />);
    await page.user.type(field('Name'), 'er{Backspace}{Backspace}');
    await page.user.click(screen.getByRole('link', { name: 'elsewhere' }));
    await waitFor(() => expect(path(page)).toBe('/elsewhere'));
    await act(() => page.router.navigate('/page'));
    await page.user.type(field('Name'), 'er');
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(path(page)).toBe('/list'));
  });
});

describe('a form that changes something', () => {
  const { roles } = endpoints;
  let name: string;
  let api: FakeApi;
  const sent: Partial<Values>[] = [];
  const role = (): RoleRow => ({
    ...{ id: '7', roleName: name, description: 'd', isSystemAdministrator: false, builtIn: null },
    ...{ userInfos: [], userCount: 0, menuList: [] },
  });
  interface Values {
    roleName: string;
    description: string;
  }

  function Edit({ source }: { source: FormSource<RoleRow[]> }): ReactNode {
    const [form] = Form.useForm<Values>();
    const save = useAction(
      async (changed: Partial<Values>) => {
        sent.push(changed);
        name = changed.roleName ?? name;
        return { result: null, message: '' };
      },
      { invalidates: [roles.list] },
    );
    return (
      <FormPage
        form={form}
        title="Role"
        backTo="/list"
        backLabel="Roles"
        source={mapSource(source, ([first]) => first ?? {})}
        onSubmit={async (_, changed) => {
          await save.submit(changed);
          return '/list';
        }}
      >
        <Form.Item name="roleName" label="Role name" rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        <Form.Item name="description" label="About">
          <Input />
        </Form.Item>
      </FormPage>
    );
  }
  function EditPage(): ReactNode {
    const query = useFormSource(queryOptionsOf(roles.list, {}));
    return <PageState query={query}>{(source) => <Edit source={source} />}</PageState>;
  }
  const colleague = async (newName: string): Promise<void> => {
    name = newName;
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(roles.list) }));
  };
  beforeEach(() => {
    queryClient.clear();
    name = 'old';
    sent.length = 0;
    api = new FakeApi();
    api.on(roles.list, () => [role()]);
  });

  it('shows the new value when one comes back while the list is still being asked again', async () => {
    const page = renderPage(<EditPage />);
    await page.user.type(await screen.findByLabelText('Role name'), 'er{Enter}');
    await waitFor(() => expect(path(page)).toBe('/list'));
    await act(() => page.router.navigate('/page'));
    expect((await screen.findByLabelText<HTMLInputElement>('Role name')).value).toBe('older');
    expect(sent).toEqual([{ roleName: 'older' }]);
  });

  it('sends nothing where nothing was changed', async () => {
    const page = renderPage(<EditPage />);
    await screen.findByLabelText('Role name');
    await page.user.click(confirm());
    await waitFor(() => expect(path(page)).toBe('/list'));
    expect(sent).toEqual([]);
  });

  it('takes a colleague’s value where one has changed nothing, and says so', async () => {
    const page = renderPage(<EditPage />);
    await page.user.type(await screen.findByLabelText('About'), 'x');
    await colleague('theirs');
    await screen.findByText('Changed by somebody else meanwhile: theirs');
    expect(field('Role name').value).toBe('theirs');
    await page.user.click(confirm());
    await waitFor(() => expect(sent).toEqual([{ description: 'dx' }]));
  });

  it('keeps one’s own value where both changed it, until one takes the other', async () => {
    const page = renderPage(<EditPage />);
    await page.user.type(await screen.findByLabelText('Role name'), 'er');
    await colleague('theirs');
    await screen.findByText('Changed by somebody else meanwhile: theirs');
    await page.user.type(field('Role name'), '!');
    expect(field('Role name').value).toBe('older!');
    await screen.findByText('Changed by somebody else meanwhile: theirs');
    await page.user.click(screen.getByRole('button', { name: 'Use the new values' }));
    expect(field('Role name').value).toBe('theirs');
    await page.user.click(confirm());
    await waitFor(() => expect(path(page)).toBe('/list'));
    expect(sent).toEqual([]);
  });
});
