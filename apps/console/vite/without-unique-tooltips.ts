import type { Plugin } from 'vite';

const uniqueTooltips = /antd[\\/]es[\\/]tooltip[\\/]UniqueProvider[\\/]index\.js$/;

/**
 * Leaves out what shows the tooltips of a page as one that moves: antd's provider brings it, and with it all that places
 * popups, into the first page, and the console has never asked for it.
 */
export const withoutUniqueTooltips: Plugin = {
  name: 'without-unique-tooltips',
  apply: 'build',
  transform: (code, id) =>
    uniqueTooltips.test(id)
      ? { code: 'export default ({ children }) => children;', map: null }
      : null,
};
