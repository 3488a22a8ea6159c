import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  darkDevice,
  storedSetting,
  storeSetting,
  themeKey,
  themeOf,
  type ThemeSetting,
} from './theme-setting.js';
import { palettes, type Palette, type ThemeName } from './tokens.js';

interface ThemeChoice {
  /** The look in use. */
  name: ThemeName;
  /** What was chosen: a look, or the device's. */
  setting: ThemeSetting;
  palette: Palette;
  choose(setting: ThemeSetting): void;
}

const ThemeContext = createContext<ThemeChoice | null>(null);

/** Holds the chosen look, remembers it in this browser and marks `html[data-theme]`; follows the device and other windows. */
export function ThemeChoiceProvider({ children }: { children: ReactNode }): ReactNode {
  const [setting, setSetting] = useState<ThemeSetting>(storedSetting);
  const [name, setName] = useState(() => themeOf(setting));
  useEffect(() => {
    const show = (): void => {
      const next = themeOf(setting);
      document.documentElement.dataset['theme'] = next;
      setName(next);
    };
    const takeOver = ({ key }: StorageEvent): void => {
      if (key === themeKey) {
        setSetting(storedSetting());
      }
    };
    show();
    const device = matchMedia(darkDevice);
    device.addEventListener('change', show);
    addEventListener('storage', takeOver);
    return () => {
      device.removeEventListener('change', show);
      removeEventListener('storage', takeOver);
    };
  }, [setting]);
  const choice = useMemo(
    () => ({
      name,
      setting,
      palette: palettes[name],
      choose: (next: ThemeSetting) => {
        storeSetting(next);
        setSetting(next);
      },
    }),
    [name, setting],
  );
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
