import { basename } from 'node:path';

const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Lint rule: file names are kebab-case, with role suffixes behind dots (docs: house style). */
export const fileNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { kebab: 'File name {{name}} is not kebab-case.' },
  },
  create: (context) => ({
    Program(node) {
      const name = basename(context.filename);
      if (!KEBAB.test(name)) {
        context.report({ node, messageId: 'kebab', data: { name } });
      }
    },
  }),
};
