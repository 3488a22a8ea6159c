import { relative, resolve, sep } from 'node:path';
import { judgeImport } from './arrows.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Lint rule: imports follow the arrows of arrows.mjs, whether static, dynamic, of types or re-exported. */
const arrows = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const importer = relative(root, context.filename).replaceAll(sep, '/');
    const judge = ({ source }) => {
      const message =
        typeof source?.value === 'string' ? judgeImport(importer, source.value) : null;
      if (message !== null) {
        context.report({ node: source, message });
      }
    };
    return {
      ImportDeclaration: judge,
      ImportExpression: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
      TSImportType: judge,
    };
  },
};

/** The project's own rules; oxlint loads them (.oxlintrc.json). */
export default { meta: { name: 'house' }, rules: { arrows } };
