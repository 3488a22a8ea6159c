import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { queryOptionsOf } from '../../api/query.js';
import { FakeApi, Refusal } from '../../testing/fake-api.js';
import { renderPage } from '../../testing/render-page.js';
import { useAction } from './use-action.js';

const { roles } = endpoints;

function Page(): ReactNode {
  const list = useQuery(queryOptionsOf(roles.list, {}));
  const remove = useAction(roles.remove, { invalidates: [roles.list], done: 'Role deleted' });
  return (
    <>
      <output>{list.data?.length}</output>
      <Button loading={remove.isBusy} onClick={() => void remove.act({ id: '7' })}>
        Delete
      </Button>
    </>
  );
}
const press = (): HTMLElement => screen.getByRole('button', { name: /Delete/ });

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.on(roles.list, []);
});

describe('useAction', () => {
  it('calls, says it is done, and asks again for what shows it', async () => {
    api.on(roles.remove, null);
    const { user } = renderPage(<Page />);
    await waitFor(() => expect(api.callsOf(roles.list)).toHaveLength(1));
    await user.click(press());
    await screen.findByText('Role deleted');
    expect(api.callsOf(roles.remove)).toEqual([{ path: '/role/delete', input: { id: '7' } }]);
    await waitFor(() => expect(api.callsOf(roles.list)).toHaveLength(2));
  });

  it('does nothing a second time while the first is under way, and shows that it is', async () => {
    let finish = (_: null): void => {};
    api.on(roles.remove, () => new Promise<null>((resolve) => (finish = resolve)));
    const answers: boolean[] = [];
    const Twice = (): ReactNode => {
      const { act, isBusy } = useAction(roles.remove, { done: 'Role deleted' });
      const note = async (): Promise<void> => void answers.push(await act({ id: '7' }));
      // In the same turn, before anything could have been drawn as busy.
      return (
        <Button loading={isBusy} onClick={() => void Promise.all([note(), note()])}>
          Delete
        </Button>
      );
    };
    const { user } = renderPage(<Twice />);
    await user.click(press());
    expect(answers).toEqual([false]);
    await waitFor(() => expect(press().className).toContain('loading'));
    finish(null);
    await screen.findByText('Role deleted');
    expect(answers).toEqual([false, true]);
    expect(api.callsOf(roles.remove)).toHaveLength(1);
    await waitFor(() => expect(press().className).not.toContain('loading'));
  });

  it('does each of what JSON cannot tell apart, and what its key calls the same once', async () => {
    const ran: string[] = [];
    const Several = (): ReactNode => {
      const work = async (input: { of: Set<string> } | (() => string)) => {
        ran.push(typeof input === 'function' ? input() : [...input.of].join());
        return { result: null, message: '' };
      };
      const each = useAction(work);
      const one = useAction(work, { key: () => 'one' });
      const all = async (): Promise<void> => {
        await Promise.all([
          each.act({ of: new Set(['a']) }),
          each.act({ of: new Set(['b']) }),
          each.act(() => 'c'),
          each.act(() => 'd'),
          one.act(() => 'e'),
          one.act(() => 'never'),
        ]);
        ran.push('over');
      };
      return <Button onClick={() => void all()}>Delete</Button>;
    };
    const { user } = renderPage(<Several />);
    await user.click(press());
    await waitFor(() => expect(ran.at(-1)).toBe('over'));
    expect(ran.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'over']);
  });

  it("says the server's own sentence when it refuses, and asks again for what may be out of date", async () => {
    api.on(roles.remove, () => {
      throw new Refusal(404, 'ROLE_NOT_FOUND', 'This role is gone');
    });
    const { user } = renderPage(<Page />);
    await waitFor(() => expect(api.callsOf(roles.list)).toHaveLength(1));
    await user.click(press());
    await screen.findByText('This role is gone');
    await waitFor(() => expect(api.callsOf(roles.list)).toHaveLength(2));
  });
});
