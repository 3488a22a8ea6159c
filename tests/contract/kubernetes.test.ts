import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { parse } from 'yaml';
import { CopiedTree, manifestsFolder, wholeOverlay } from '../support/kubernetes/copied-tree.js';
import { kustomizationFaults } from '../support/kubernetes/kustomization-faults.js';
import {
  kustomizationFile,
  listFiles,
  parseObjects,
  readKustomizeTree,
  readVariables,
} from '../support/kubernetes/kustomize-tree.js';
import {
  containersOf,
  objectsOf,
  setOfRendered,
  setOfTree,
  variablesOf,
  workloadsOf,
  type ManifestSet,
} from '../support/kubernetes/manifest-set.js';
import { schemaFaults } from '../support/kubernetes/object-schemas.js';
import { podFaults, unsharedClaims } from '../support/kubernetes/pod-faults.js';
import { serverRefusals } from '../support/kubernetes/product-facts.js';
import { referenceFaults } from '../support/kubernetes/reference-faults.js';
import { canRender, renderOverlay } from '../support/kubernetes/rendered.js';
import { plantedReferenceFaults } from './planted-manifest-faults.js';
import { plantedPodFaults } from './planted-pod-faults.js';

const overlays = ['overlays/small', 'overlays/external', 'overlays/agents', wholeOverlay];

const files = listFiles(manifestsFolder);
const copy = new CopiedTree();

afterAll(() => copy.remove());

const treeOf = (overlay: string) => readKustomizeTree(copy.folder, overlay);

const faultsOf = async (set: ManifestSet): Promise<string[]> => {
  const bySchema = set.objects.flatMap(schemaFaults);
  return bySchema.length > 0 ? bySchema : [...referenceFaults(set), ...(await podFaults(set))];
};

/** With another kustomization in a folder for as long as `check` runs. */
const withChanged = (folder: string, sound: string, planted: string, check: () => void): void => {
  const file = join(copy.folder, folder, kustomizationFile);
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(sound, planted);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
  try {
    check();
  } finally {
    writeFileSync(file, text);
  }
};

describe('the files as they are', () => {
  test.each(overlays)('%s has no fault', async (overlay) => {
    const tree = treeOf(overlay);
    expect(workloadsOf(tree.objects)).not.toEqual([]);
    expect(kustomizationFaults(tree)).toEqual([]);
    expect(await faultsOf(setOfTree(tree))).toEqual([]);
  });

  test('every file of YAML is part of an overlay', () => {
    const used = new Set(overlays.flatMap((overlay) => treeOf(overlay).files));
    expect(files.filter((file) => file.endsWith('.yaml') && !used.has(file))).toEqual([]);
  });

  test('the page of the handbook names each folder', () => {
    const page = readFileSync(
      resolve(manifestsFolder, '../../docs/operations/kubernetes.md'),
      'utf8',
    );
    const named = [...page.matchAll(/^\| `([\w/]+)` +\|/gm)].map(([, folder]) => folder);
    const there = files
      .filter((file) => file.endsWith(`/${kustomizationFile}`))
      .map((file) => dirname(file));
    expect(named.filter((name) => name?.includes('/') || name === 'base').sort()).toEqual(there);
  });

  test('the claims are for many pods, but where one node is all there is', () => {
    expect(unsharedClaims(setOfTree(treeOf('overlays/external')))).toEqual([]);
  });

  test('uploads and tickets pass the ingress as they must', () => {
    const [ingress] = objectsOf<IIngress>(treeOf('overlays/external').objects, 'Ingress');
    const prefix = 'nginx.ingress.kubernetes.io';
    expect(ingress?.metadata).toMatchObject({
      annotations: {
        [`${prefix}/proxy-body-size`]: '0',
        [`${prefix}/proxy-request-buffering`]: 'off',
        [`${prefix}/proxy-buffering`]: 'off',
        [`${prefix}/enable-access-log`]: 'false',
      },
    });
  });

  test('nobody reaches a pod of a namespace unless a policy says so', () => {
    for (const overlay of overlays) {
      const policies = objectsOf<{ spec: unknown }>(treeOf(overlay).objects, 'NetworkPolicy');
      expect(policies.map(({ spec }) => spec)).toContainEqual({
        podSelector: {},
        policyTypes: ['Ingress'],
      });
    }
  });

  test('the version is that of the platform', () => {
    const { version } = JSON.parse(
      readFileSync(resolve(manifestsFolder, '../../package.json'), 'utf8'),
    ) as { version: string };
    const images = overlays
      .flatMap((overlay) => treeOf(overlay).kustomizations)
      .flatMap((kustomization) => kustomization.images)
      .filter(({ name }) => name.startsWith('clusterdesk/'));
    expect(images.length).toBeGreaterThan(2);
    expect(new Set(images.map(({ newTag }) => newTag))).toEqual(new Set([version]));
  });
});

describe('secrets', () => {
  const examples = files.filter((file) => file.endsWith('.env.example'));

  test('come from files that git ignores, each with an example', () => {
    const ignored = readFileSync(join(manifestsFolder, '.gitignore'), 'utf8').split('\n');
    const wanted = files
      .filter((file) => file.endsWith('kustomization.yaml'))
      .flatMap((file) => {
        const text = parse(readFileSync(join(manifestsFolder, file), 'utf8')) as {
          secretGenerator?: { envs: string[] }[];
        };
        return (text.secretGenerator ?? []).flatMap(({ envs }) =>
          envs.map((env) => join(dirname(file), env)),
        );
      });
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.map((file) => `${file}.example`).sort()).toEqual(examples);
    expect(wanted.filter((file) => !ignored.includes(file.split('/').at(-1) ?? ''))).toEqual([]);
  });

  test('are in no file', () => {
    const texts = files
      .filter((file) => !file.endsWith('.env'))
      .map((file) => readFileSync(join(manifestsFolder, file), 'utf8'));
    expect(texts.filter((text) => /^kind: Secret$/m.test(text))).toEqual([]);
    for (const file of examples) {
      const lines = readFileSync(join(manifestsFolder, file), 'utf8').split('\n');
      for (const value of Object.values(readVariables(lines))) {
        // Nothing, or an address with a word in capitals in place of its password.
        expect(value).toMatch(/^$|^\w+:\/\/\w*:[A-Z_]+@[\w.-]+:\d+/);
      }
    }
  });

  test('that are missing stop the start, and say so', () => {
    const set = setOfTree(treeOf('overlays/external'));
    const [server] = workloadsOf(set.objects)
      .filter(({ name }) => name === 'clusterdesk-server')
      .flatMap(({ pod }) => containersOf(pod));
    const variables = variablesOf(set, server ?? { name: '' });
    expect(serverRefusals({ ...variables, PROXY_SECRET: '' })).toEqual([
      expect.stringContaining('PROXY_SECRET'),
    ]);
  });
});

describe('a fault is found', () => {
  test.each([...plantedReferenceFaults, ...plantedPodFaults])(
    '$name',
    async ({ overlay, plant, told }) => {
      const set = setOfTree(treeOf(overlay));
      plant(set);
      expect((await faultsOf(set)).join('\n')).toContain(told);
    },
  );

  test.each([
    [
      'a patch of what is not there',
      'kind: Ingress, name: clusterdesk',
      'kind: Ingress, name: a',
      'no such object',
    ],
    [
      'a patch of a field that is not there',
      '/spec/tls/0/hosts/0',
      '/spec/tls/1/hosts/0',
      'no /spec/tls/1',
    ],
    [
      'a number of what is not there',
      'name: clusterdesk-worker, count',
      'name: worker, count',
      'replicas of worker',
    ],
  ])('%s', (_, sound, planted, told) => {
    withChanged('overlays/external', sound, planted, () => {
      expect(kustomizationFaults(treeOf('overlays/external')).join()).toContain(told);
    });
  });

  test.each([
    [
      'an image that nothing uses',
      'name: clusterdesk/server',
      'name: server',
      'no image server is used',
    ],
    [
      'an image without a version',
      'name: clusterdesk/server',
      'name: server',
      'clusterdesk/server has no version',
    ],
    ['the latest image', 'newTag: 0.1.0', 'newTag: latest', 'clusterdesk/server has no version'],
  ])('%s', (_, sound, planted, told) => {
    withChanged('base', sound, planted, () => {
      expect(kustomizationFaults(treeOf('overlays/small'))).toContain(told);
    });
  });

  test.each([
    ['a file that is not there', '- worker.yaml', '- workers.yaml', /ENOENT/],
    ['a word that Kustomize does not know', 'resources:', 'resource:', /Unrecognized key/],
  ])('%s', (_, sound, planted, told) => {
    withChanged('base', sound, planted, () => {
      expect(() => treeOf('overlays/external')).toThrow(told);
    });
  });

  test('a file that is no YAML, or has no kind', () => {
    expect(() => parseObjects('a: [')).toThrow();
    expect(() => parseObjects('metadata: { name: a }')).toThrow();
    expect(() => parseObjects('kind: A\nkind: B')).toThrow();
  });
});

/** Kustomize comes with kubectl, which CI does not have to have: the files are checked in any case. */
(canRender ? describe : describe.skip)('as Kustomize renders them (needs kubectl)', () => {
  test.each(overlays)('%s has no fault', async (overlay) => {
    const objects = renderOverlay(join(copy.folder, overlay));
    expect(await faultsOf(setOfRendered(objects))).toEqual([]);
    const namespaces = new Set(
      objects.map(({ kind, metadata }) =>
        kind === 'Namespace' ? metadata.name : metadata.namespace,
      ),
    );
    expect(namespaces.size).toBe(1);
    const images = workloadsOf(objects).flatMap(({ pod }) =>
      containersOf(pod).map(({ image = '' }) => image),
    );
    expect(images.filter((image) => !/:\d/.test(image))).toEqual([]);
  });

  test('a number of servers that an autoscaler chooses is in no manifest', () => {
    const objects = renderOverlay(join(copy.folder, 'overlays/external'));
    const scaled = objectsOf<IHorizontalPodAutoscaler>(objects, 'HorizontalPodAutoscaler').map(
      ({ spec }) => spec?.scaleTargetRef.name,
    );
    expect(scaled).toEqual(['clusterdesk-server']);
    const numbers = Object.fromEntries(
      workloadsOf(objects).map(({ name, replicas }) => [name, replicas]),
    );
    expect(numbers).toMatchObject({ 'clusterdesk-server': undefined, 'clusterdesk-worker': 2 });
  });

  test('a change of variables or secrets has another name, so that pods are replaced', () => {
    const names = renderOverlay(join(copy.folder, 'overlays/small'))
      .filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret')
      .map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(3);
    expect(names.filter((name) => !/-[a-z0-9]{10}$/.test(name))).toEqual([]);
  });
});
