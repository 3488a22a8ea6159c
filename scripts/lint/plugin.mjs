import { relative, resolve, sep } from 'node:path';
import { judgeImport } from './arrows.mjs';
import { reactions } from './reactions.mjs';

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

/**
 * Lint rule: a promise that is put into an array or a set has its handler by then (`.catch`, or `.then` with two functions). Rejected
 * before somebody awaits the collection, it would end the process, and `no-floating-promises` takes it for handled.
 * Promises are known by the names of this file: its async functions, and its collections whose type says so.
 */
const collectedPromises = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const asyncNames = new Set();
    const collections = new Set();
    const constants = new Map();
    const additions = [];
    const noteFunction = (key, { async: isAsync, returnType }) => {
      if (key !== null && (isAsync || isPromiseType(returnType?.typeAnnotation))) {
        asyncNames.add(nameOf(key));
      }
    };
    const noteCollection = (key, annotation) => {
      if (isPromiseCollection(annotation?.typeAnnotation)) {
        collections.add(nameOf(key));
      }
    };
    return {
      FunctionDeclaration: (node) => noteFunction(node.id, node),
      MethodDefinition: ({ key, value }) => noteFunction(key, value),
      PropertyDefinition({ key, typeAnnotation, value }) {
        noteCollection(key, typeAnnotation);
        noteCollection(key, typed(value));
      },
      VariableDeclarator({ id, init }) {
        noteCollection(id, id.typeAnnotation);
        noteCollection(id, typed(init));
        if (init?.type === 'ArrowFunctionExpression') {
          noteFunction(id, init);
        } else if (init) {
          constants.set(nameOf(id), init);
        }
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === 'MemberExpression' && ['push', 'add'].includes(nameOf(callee))) {
          additions.push(node);
        }
      },
      'Program:exit'() {
        for (const { callee, arguments: added } of additions) {
          for (const given of added) {
            const made = given.type === 'Identifier' ? constants.get(given.name) : given;
            const isPromise =
              made?.type === 'CallExpression' &&
              (collections.has(nameOf(callee.object)) || asyncNames.has(nameOf(firstCall(made))));
            if (isPromise && !hasHandler(made)) {
              const message = 'Give the promise its handler before it is collected.';
              context.report({ node: given, message });
            }
          }
        }
      },
    };
  },
};

/** The last name of `a`, `this.a`, `x.a`, `a` as a key. */
function nameOf(node) {
  return node?.type === 'MemberExpression' ? nameOf(node.property) : node?.name;
}

/** The type arguments of `new Set<...>()` as an annotation of what it is put into. */
function typed(value) {
  return value?.type === 'NewExpression' && value.typeArguments
    ? {
        typeAnnotation: {
          type: 'TSTypeReference',
          typeName: value.callee,
          typeArguments: value.typeArguments,
        },
      }
    : null;
}

function isPromiseType(type) {
  return type?.type === 'TSTypeReference' && nameOf(type.typeName) === 'Promise';
}

function isPromiseCollection(type) {
  if (type?.type === 'TSArrayType') {
    return isPromiseType(type.elementType);
  }
  const isCollection =
    type?.type === 'TSTypeReference' && ['Set', 'Array'].includes(nameOf(type.typeName));
  return isCollection && isPromiseType(type.typeArguments?.params[0]);
}

const chained = ['then', 'catch', 'finally'];

/** Of `f().then(...).finally(...)` the callee `f`. */
function firstCall({ callee }) {
  return callee.type === 'MemberExpression' &&
    chained.includes(nameOf(callee)) &&
    callee.object.type === 'CallExpression'
    ? firstCall(callee.object)
    : callee;
}

function hasHandler(node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') {
    return false;
  }
  const name = nameOf(node.callee);
  return (
    name === 'catch' ||
    (name === 'then' && node.arguments.length > 1) ||
    (chained.includes(name) && hasHandler(node.callee.object))
  );
}

/** The project's own rules; oxlint loads them (.oxlintrc.json). */
export default {
  meta: { name: 'house' },
  rules: { arrows, 'collected-promises': collectedPromises, reactions },
};
