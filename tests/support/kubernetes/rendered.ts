import { execFileSync, spawnSync } from 'node:child_process';
import { parseObjects } from './kustomize-tree.js';
import { objectsOf } from './manifest-set.js';
import type { KubernetesObject } from './object-schemas.js';

/** Kustomize comes with kubectl, and is found apart from it as well; null where neither is on this machine. */
const kustomize =
  [
    ['kubectl', 'kustomize'],
    ['kustomize', 'build'],
  ].find(([program = '']) => spawnSync(program, ['version', '--client']).error === undefined) ??
  null;

/** Whether overlays can be built here. Where not, only the files as they are can be checked. */
export const canRender = kustomize !== null;

/** The objects that would be applied. @throws Error where Kustomize refuses the folder. */
export function renderOverlay(folder: string): KubernetesObject[] {
  const [program = '', command = ''] = kustomize ?? [];
  const objects = parseObjects(execFileSync(program, [command, folder], { encoding: 'utf8' }));
  // Kustomize folds long values, which Kubernetes reads and the schema does not.
  for (const { data = {} } of objectsOf<{ data?: Record<string, string> }>(objects, 'Secret')) {
    for (const [key, text] of Object.entries(data)) {
      data[key] = text.replaceAll(/\s/g, '');
    }
  }
  return objects;
}
