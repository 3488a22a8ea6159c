import { expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { renderPage, type RenderedPage } from '../../../../shared/testing/render-page.js';
import { ThemeChoiceProvider } from '../../../../shared/theme/theme-context.js';
import { ThemePage } from './theme-page.js';

const show = (): RenderedPage =>
  renderPage(
    <ThemeChoiceProvider>
      <ThemePage />
    </ThemeChoiceProvider>,
  );
const isChosen = (name: RegExp): boolean =>
  screen.getByRole<HTMLInputElement>('radio', { name }).checked;

it('puts the chosen theme to use at once, and knows it the next time', async () => {
  const { user } = show();
  expect(isChosen(/Light/)).toBe(true);
  await user.click(screen.getByRole('radio', { name: /Dark/ }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  cleanup();
  show();
  expect(isChosen(/Dark/)).toBe(true);
});

it('follows the device where that was chosen, and another window where that chose', async () => {
  const { matchMedia } = window;
  const device = { isDark: true, tell: (): void => undefined };
  window.matchMedia = (query) => ({
    ...matchMedia(query),
    matches: query.includes('dark') && device.isDark,
    addEventListener: (_: string, listener: EventListenerOrEventListenerObject) => {
      device.tell = listener as () => void;
    },
    removeEventListener: () => undefined,
  });
  try {
    const { user } = show();
    const shown = (): string | undefined => document.documentElement.dataset['theme'];
    await user.click(screen.getByRole('radio', { name: /Light/ }));
    expect(shown()).toBe('light');
    await user.click(screen.getByRole('radio', { name: /device/ }));
    expect([localStorage.getItem('theme'), shown()]).toEqual(['system', 'dark']);
    device.isDark = false;
    act(() => device.tell());
    expect(shown()).toBe('light');
    localStorage.setItem('theme', 'black');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
    expect(shown()).toBe('dark');
    expect(isChosen(/Dark/)).toBe(true);
  } finally {
    window.matchMedia = matchMedia;
  }
});
