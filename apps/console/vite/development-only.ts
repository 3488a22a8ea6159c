import type { Plugin } from 'vite';

const developmentOnly = /\/src\/app\/development\//;

/** Fails the build when something of `app/development` is in it: the page of components is for development only. */
export const withoutDevelopmentPages: Plugin = {
  name: 'without-development-pages',
  apply: 'build',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((output) =>
      output.type === 'chunk' ? output.moduleIds : [],
    );
    const found = modules.filter((id) => developmentOnly.test(id));
    if (found.length > 0) {
      this.error(`For development only, and in the build:\n  ${found.join('\n  ')}`);
    }
  },
};
