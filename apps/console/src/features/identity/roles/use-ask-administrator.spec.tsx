import { endpoints, type RoleRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../../shared/api/query.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { useAskAdministrator } from './use-ask-administrator.js';

const role = (id: string, isSystemAdministrator: boolean): RoleRow => ({
  ...{ id, roleName: id, description: '', builtIn: null },
  ...{ isSystemAdministrator, userInfos: [], userCount: 0, menuList: [] },
});
const administrators = role('administrators', true);

/** Says what the question came to, as a form would go on or not. */
function Giving({ roleIds, known }: { roleIds: string[]; known?: RoleRow[] }): ReactNode {
  const ask = useAskAdministrator();
  const [outcome, setOutcome] = useState('not asked yet');
  const give = (): Promise<void> =>
    ask(roleIds, known).then(
      (isAgreed) => setOutcome(isAgreed ? 'given' : 'not given'),
      (error: Error) => setOutcome(`refused: ${error.message}`),
    );
  return (
    <>
      <button type="button" onClick={() => void give()}>
        Give
      </button>
      <p role="status">{outcome}</p>
    </>
  );
}

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(endpoints.roles.list, [administrators, role('users', false)]);
});

async function giveOf(props: { roleIds: string[]; known?: RoleRow[] }): Promise<RenderedPage> {
  const page = renderPage(<Giving {...props} />);
  await page.user.click(screen.getByRole('button', { name: 'Give' }));
  return page;
}
const outcomeIs = (text: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

it('gives what makes nobody an administrator unasked', async () => {
  await giveOf({ roleIds: ['users'] });
  await outcomeIs('given');
});

it.each([
  ['Make administrator', 'given'],
  ['Cancel', 'not given'],
])('asks before somebody becomes an administrator: after %s it is %s', async (answer, outcome) => {
  const { user } = await giveOf({ roleIds: ['users', 'administrators'] });
  const question = within(await screen.findByRole('dialog'));
  expect(screen.getByRole('status').textContent).toBe('not asked yet');
  await user.click(question.getByRole('button', { name: answer }));
  await outcomeIs(outcome);
});

it('gives nothing while nobody can say which role is that of administrators', async () => {
  api.on(endpoints.roles.list, () => {
    throw new Refusal(500, 'BROKEN', 'The roles cannot be read.');
  });
  await giveOf({ roleIds: ['administrators'] });
  await outcomeIs('refused: The roles cannot be read.');
});

it('takes the role that its caller knows', async () => {
  const { user } = await giveOf({ roleIds: ['administrators'], known: [administrators] });
  await user.click(await screen.findByRole('button', { name: 'Make administrator' }));
  await outcomeIs('given');
  expect(api.callsOf(endpoints.roles.list)).toEqual([]);
});
