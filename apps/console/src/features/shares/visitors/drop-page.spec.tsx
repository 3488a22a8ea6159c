import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { ThemeChoiceProvider } from '../../../shared/theme/theme-context.js';
import { DropPage } from './drop-page.js';

const { lookAtDropBox: look, enterDropBox: enter } = endpoints.shares;
let api: FakeApi;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('language', 'en');
  api = new FakeApi();
  api.on(look, ({ code }) => {
    if (code !== 'RIGHT1') {
      throw new Refusal(404, 'DROP_BOX_CLOSED', 'The link or the code is wrong');
    }
    return { sharer: 'Li Lei', title: 'Homework <b>' };
  });
});

const show = (hash = ''): RenderedPage => {
  window.history.replaceState(null, '', `/drop/:id${hash}`);
  return renderPage(
    <ThemeChoiceProvider>
      <DropPage />
    </ThemeChoiceProvider>,
    // The path of the route, too: the id is `:id`.
    '/drop/:id',
  );
};
const asks = () =>
  screen.findByRole('heading', {
    name: '\u2068Li Lei\u2069 would like you to add files to “\u2068Homework <b>\u2069”',
  });

async function choose({ user, container }: RenderedPage, ...names: string[]): Promise<void> {
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) {
    throw new Error('There is no field for files.');
  }
  await user.upload(
    input,
    names.map((name) => new File(['text'], name)),
  );
}

describe('the code', () => {
  it('comes with the fragment, which does not stay in the address', async () => {
    const { container } = show('#RIGHT1');
    await asks();
    expect(api.callsOf(look)).toEqual([{ path: look.path, input: { id: ':id', code: 'RIGHT1' } }]);
    expect(window.location.href).not.toContain('RIGHT1');
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('is asked for without it, and a wrong one is told', async () => {
    const { user, container } = show();
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('alert').textContent).toBe('Please enter the code');
    expect(api.callsOf(look)).toEqual([]);
    await user.type(screen.getByLabelText('Code'), 'WRONG1{Enter}');
    await screen.findByText('The link or the code is wrong');
    expect(await findA11yFaults(container)).toEqual([]);
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), 'RIGHT1{Enter}');
    await asks();
  });
});

describe('files', () => {
  it('go with one ticket, and the name that was given', async () => {
    api.on(enter, () => {
      throw new Refusal(429, 'LIMIT_TOO_MANY', 'Too many attempts');
    });
    const shown = show('#RIGHT1');
    await asks();
    await shown.user.type(screen.getByLabelText('Your name (optional)'), 'Eve');
    expect(api.callsOf(enter)).toEqual([]);
    await choose(shown, 'a.txt', 'b.txt');
    await waitFor(() =>
      expect(screen.getAllByText('Not sent · Too many attempts')).toHaveLength(2),
    );
    expect(api.callsOf(enter)).toEqual([
      { path: enter.path, input: { id: ':id', code: 'RIGHT1', name: 'Eve' } },
    ]);
    await shown.user.click(screen.getByRole('button', { name: 'Retry: \u2068a.txt\u2069' }));
    await waitFor(() => expect(api.callsOf(enter)).toHaveLength(2));
    expect(await findA11yFaults(shown.container)).toEqual([]);
  });

  it('are given up before they go, and others take their turn', async () => {
    let give: ((answer: { ticket: string }) => void) | undefined;
    api.on(
      enter,
      () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
    const shown = show('#RIGHT1');
    await asks();
    await choose(shown, 'a.txt', 'b.txt', 'c.txt');
    expect(screen.getAllByRole('progressbar')).toHaveLength(2);
    expect(screen.getByText('Waiting')).toBeTruthy();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      await shown.user.click(screen.getByRole('button', { name: `Cancel: \u2068${name}\u2069` }));
    }
    give?.({ ticket: 'x' });
    await waitFor(() => expect(screen.getAllByText('Cancelled')).toHaveLength(3));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
