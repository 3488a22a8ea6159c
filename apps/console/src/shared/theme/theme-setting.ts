import type { ThemeName } from './tokens.js';

/** What a user chooses: a look, or the one that the device has at the time. */
export type ThemeSetting = ThemeName | 'system';

/** The specification's words as they stand in the browser's storage, and one more for the device's look. */
const storedSettings: Record<ThemeSetting, string> = {
  light: 'white',
  dark: 'black',
  system: 'system',
};

/** The key of the choice in the browser's storage. */
export const themeKey = 'theme';

/** The media query that tells of a device in its dark look. */
export const darkDevice = '(prefers-color-scheme: dark)';

/** What was chosen in this browser; light where nothing was. @throws where storage is blocked */
export const storedSetting = (): ThemeSetting => {
  const stored = localStorage.getItem(themeKey);
  return stored === storedSettings.dark
    ? 'dark'
    : stored === storedSettings.system
      ? 'system'
      : 'light';
};

/** Remembers the choice in this browser. */
export const storeSetting = (setting: ThemeSetting): void =>
  localStorage.setItem(themeKey, storedSettings[setting]);

/** The look that a choice means on this device now. */
export const themeOf = (setting: ThemeSetting): ThemeName =>
  setting === 'system' ? (matchMedia(darkDevice).matches ? 'dark' : 'light') : setting;
