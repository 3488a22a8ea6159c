import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { KubernetesObject } from './object-schemas.js';

/** Of a JSON patch (RFC 6902). */
const operation = z.strictObject({
  op: z.enum(['add', 'remove', 'replace']),
  path: z.string().startsWith('/'),
  value: z.unknown().optional(),
});
export type PatchOperation = z.infer<typeof operation>;

const generated = { name: z.string(), behavior: z.enum(['create', 'merge']).optional() };
const body = {
  namespace: z.string().optional(),
  labels: z.array(z.strictObject({ pairs: z.record(z.string(), z.string()) })).optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  configurations: z.array(z.string()).default([]),
  configMapGenerator: z
    .array(
      z.strictObject({
        ...generated,
        literals: z.array(z.string()).default([]),
        files: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  secretGenerator: z.array(z.strictObject({ ...generated, envs: z.array(z.string()) })).default([]),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string().optional(), newTag: z.string() }))
    .default([]),
  replicas: z.array(z.strictObject({ name: z.string(), count: z.int() })).default([]),
  patches: z
    .array(
      z.strictObject({
        target: z.strictObject({ kind: z.string(), name: z.string().optional() }),
        patch: z
          .string()
          .transform((text): unknown => parse(text))
          .pipe(z.array(operation)),
      }),
    )
    .default([]),
};

/** As much of Kustomize's files as is used here. */
const kustomization = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
    kind: z.literal('Kustomization'),
    ...body,
  }),
  z.strictObject({
    apiVersion: z.literal('kustomize.config.k8s.io/v1alpha1'),
    kind: z.literal('Component'),
    ...body,
  }),
]);
export type Kustomization = z.infer<typeof kustomization>;

export const kustomizationFile = 'kustomization.yaml';

/** A kustomization with all that it is made of, as the files say it. */
export interface KustomizeTree {
  /** Those that it uses first, itself last. */
  kustomizations: Kustomization[];
  /** Of `resources`, before any patch. */
  objects: KubernetesObject[];
  /** Variables by the name of their ConfigMap or Secret, before a hash is added to it. */
  configMaps: Map<string, Record<string, string>>;
  secrets: Map<string, Record<string, string>>;
  /** The files that it read, from `root`. */
  files: string[];
}

/** @throws Error when a file is missing, is no YAML, or says what Kustomize does not know. */
export function readKustomizeTree(root: string, folder: string): KustomizeTree {
  const tree: KustomizeTree = {
    kustomizations: [],
    objects: [],
    configMaps: new Map(),
    secrets: new Map(),
    files: [],
  };
  const read = (path: string): string => {
    tree.files.push(relative(root, path));
    return readFileSync(path, 'utf8');
  };
  const add = (dir: string): void => {
    const found = kustomization.parse(parse(read(join(dir, kustomizationFile))));
    for (const path of [...found.resources, ...found.components].map((name) =>
      resolve(dir, name),
    )) {
      if (statSync(path).isDirectory()) {
        add(path);
      } else {
        tree.objects.push(...parseObjects(read(path)));
      }
    }
    found.configurations.forEach((name) => parse(read(join(dir, name))));
    for (const { name, literals, files } of found.configMapGenerator) {
      const texts = files.map((file) => `${file}=${readFileSync(join(dir, file), 'utf8')}`);
      merge(tree.configMaps, name, [...literals, ...texts]);
    }
    for (const { name, envs } of found.secretGenerator) {
      merge(
        tree.secrets,
        name,
        envs.flatMap((env) => readFileSync(join(dir, env), 'utf8').split('\n')),
      );
    }
    tree.kustomizations.push(found);
  };
  add(join(root, folder));
  return tree;
}

/** Objects of a file with any number of them. @throws Error where it is no YAML, or an object has no kind or name. */
export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault) {
      throw fault;
    }
    const object = objectHead.parse(document.toJS());
    return object as KubernetesObject;
  });
}

const objectHead = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
});

/** All files below a folder, by their paths from it. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Lines `NAME=value` as Kustomize reads them; comments and empty lines say nothing. */
export function readVariables(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1)];
      }),
  );
}

function merge(
  sets: Map<string, Record<string, string>>,
  name: string,
  lines: readonly string[],
): void {
  sets.set(name, { ...sets.get(name), ...readVariables(lines) });
}
