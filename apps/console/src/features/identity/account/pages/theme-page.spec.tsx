import { expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
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
