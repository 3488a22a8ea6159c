import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Button } from 'antd';
import { useState, type ComponentType, type ReactNode } from 'react';
import { renderPage } from '../testing/render-page.js';
import { lazyComponent } from './lazy-component.js';

/** Code that comes, or does not, when the test says so. */
class Delivery {
  tries = 0;
  #settle: ((component: ComponentType<PartProps> | null) => void) | null = null;

  readonly load = (): Promise<ComponentType<PartProps>> => {
    this.tries += 1;
    return new Promise((resolve, reject) => {
      this.#settle = (component) =>
        component ? resolve(component) : reject(new TypeError('Failed to fetch'));
    });
  };

  async end(component: ComponentType<PartProps> | null): Promise<void> {
    await act(async () => this.#settle?.(component));
  }
}

interface PartProps {
  name: string;
  onDone: () => void;
}

const Part = ({ name, onDone }: PartProps): ReactNode => (
  <button onClick={onDone}>part of {name}</button>
);

/** A page that shows its late part when it is asked to. */
function makePage(
  Late: ComponentType<PartProps & { onMissing?: () => void; pending?: ReactNode }>,
  hears = false,
): () => ReactNode {
  return function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <main>
        <p>the rest of the page</p>
        <Button onClick={() => setIsOpen(true)}>ask</Button>
        {isOpen && (
          <Late
            name="a"
            onDone={() => setIsOpen(false)}
            pending={<i>on its way</i>}
            {...(hears ? { onMissing: () => setIsOpen(false) } : {})}
          />
        )}
      </main>
    );
  };
}

it('fetches nothing before it is asked for, shows what is pending meanwhile, and answers the click', async () => {
  const delivery = new Delivery();
  const Page = makePage(lazyComponent(delivery.load));
  const { user } = renderPage(<Page />);
  expect(delivery.tries).toBe(0);
  await user.click(screen.getByRole('button', { name: 'ask' }));
  screen.getByText('on its way');
  await user.click(screen.getByRole('button', { name: 'ask' }));
  await delivery.end(Part);
  expect(screen.queryByText('on its way')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'part of a' }));
  expect(screen.queryByText('part of a')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'ask' }));
  screen.getByText('part of a');
  expect(delivery.tries).toBe(1);
});

it('keeps its place when the code cannot be had, and tries again when asked, or when the network is back', async () => {
  const delivery = new Delivery();
  const Page = makePage(lazyComponent(delivery.load));
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'ask' }));
  await delivery.end(null);
  screen.getByText('the rest of the page');
  expect(screen.getByRole('status').textContent).toMatch(/network/i);

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await delivery.end(null);
  screen.getByRole('button', { name: 'Try again' });
  expect(delivery.tries).toBe(2);

  await act(async () => window.dispatchEvent(new Event('online')));
  await delivery.end(Part);
  expect(delivery.tries).toBe(3);
  screen.getByText('part of a');
  expect(screen.queryByRole('status')).toBeNull();
});

it('leaves its place to what the page has for that, which may try again as well', async () => {
  const delivery = new Delivery();
  const Late = lazyComponent(delivery.load);
  const missing = (again: () => Promise<void>) => <Button onClick={again}>plain part</Button>;
  const { user } = renderPage(<Late name="a" onDone={() => undefined} missing={missing} />);
  await delivery.end(null);
  expect(screen.queryByRole('status')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'plain part' }));
  await delivery.end(Part);
  screen.getByText('part of a');
});

it('tells who waits for an answer that there will be none, and tries again the next time', async () => {
  const delivery = new Delivery();
  const Page = makePage(lazyComponent(delivery.load), true);
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'ask' }));
  await delivery.end(null);
  await screen.findByText(/check your network/i);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'ask' }));
  await delivery.end(Part);
  await screen.findByText('part of a');
});

it('draws nothing into a page that has gone on meanwhile', async () => {
  const delivery = new Delivery();
  const Late = lazyComponent(delivery.load);
  function Page(): ReactNode {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <>
        <Button onClick={() => setIsOpen(false)}>go on</Button>
        {isOpen && <Late name="a" onDone={() => undefined} />}
      </>
    );
  }
  const { user, container } = renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'go on' }));
  await delivery.end(null);
  expect(container.textContent).toBe('go on');
});
