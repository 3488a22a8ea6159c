import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { palettes, type Palette, type ThemeName } from './tokens.js';

interface ThemeChoice {
  name: ThemeName;
  palette: Palette;
  choose(name: ThemeName): void;
}

const ThemeContext = createContext<ThemeChoice | null>(null);

/** The specification's words, as they stand in the browser's storage. */
const storedNames = { light: 'white', dark: 'black' } as const satisfies Record<ThemeName, string>;

const storedTheme = (): ThemeName =>
  localStorage.getItem('theme') === storedNames.dark ? 'dark' : 'light';

/** Holds the chosen look, remembers it in this browser and marks `html[data-theme]`. */
export function ThemeChoiceProvider({ children }: { children: ReactNode }): ReactNode {
  const [name, setName] = useState<ThemeName>(storedTheme);
  const choose = useCallback((next: ThemeName) => {
    localStorage.setItem('theme', storedNames[next]);
    document.documentElement.dataset['theme'] = next;
    setName(next);
  }, []);
  const choice = useMemo(() => ({ name, palette: palettes[name], choose }), [name, choose]);
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

/** The look in use and how to change it; `palette` is for charts, everything else uses the CSS variables. */
export function useThemeChoice(): ThemeChoice {
  const choice = use(ThemeContext);
  if (!choice) {
    throw new Error('useThemeChoice needs ThemeChoiceProvider above it');
  }
  return choice;
}
