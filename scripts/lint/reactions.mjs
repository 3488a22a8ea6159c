import { posix, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const features = 'apps/server/src/features/';

/** How registries call the registration of who acts. */
const registers =
  /^(on([A-Z]\w*)?|register|observe|watch|avoid|allowTopic|before[A-Z]\w*|add(\w+)?Source)$/;

/**
 * Lint rule: a feature registers at others, and at the platform's hooks, in its `<feature>.reactions.ts` only, so that one
 * file says what it hears of. Registries are known by the types of a constructor's parameters.
 */
export const reactions = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(root, context.filename).replaceAll(sep, '/');
    if (!file.startsWith(features) || /\.(reactions|spec)\.ts$/.test(file)) {
      return {};
    }
    const feature = featureOf(file);
    const foreign = new Set(['Hooks']);
    const registries = new Set();
    return {
      ImportDeclaration({ source, specifiers }) {
        const from = posix.join(posix.dirname(file), source.value);
        if (source.value.startsWith('.') && featureOf(from) && featureOf(from) !== feature) {
          specifiers.forEach(({ local }) => foreign.add(local.name));
        }
      },
      'MethodDefinition[kind="constructor"]'({ value }) {
        for (const parameter of value.params) {
          const named = parameter.parameter ?? parameter;
          if (foreign.has(named.typeAnnotation?.typeAnnotation?.typeName?.name)) {
            registries.add(named.name);
          }
        }
      },
      'CallExpression:exit'({ callee }) {
        const registry = callee.object?.property?.name ?? callee.object?.name;
        if (registries.has(registry) && registers.test(callee.property?.name)) {
          const message = `Register it in ${feature}.reactions.ts (docs/architecture.md, "Who else acts").`;
          context.report({ node: callee, message });
        }
      },
    };
  },
};

/** The feature that a file belongs to; undefined: none. */
function featureOf(path) {
  return path.startsWith(features) ? path.slice(features.length).split('/')[0] : undefined;
}
