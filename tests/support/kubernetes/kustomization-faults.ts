import type { KustomizeTree, PatchOperation } from './kustomize-tree.js';
import { containersOf, workloadsOf } from './manifest-set.js';

/** What the kustomizations say of objects that are not there, and images without a version. */
export function kustomizationFaults({ kustomizations, objects }: KustomizeTree): string[] {
  const patches = kustomizations.flatMap((kustomization) => kustomization.patches);
  const replicas = kustomizations.flatMap((kustomization) => kustomization.replicas);
  const images = kustomizations.flatMap((kustomization) => kustomization.images);
  const workloads = workloadsOf(objects);
  const used = new Set(
    workloads.flatMap(({ pod }) => containersOf(pod).map(({ image }) => image ?? '')),
  );
  return [
    ...patches.flatMap(({ target, patch }) => {
      const targets = objects.filter(
        ({ kind, metadata }) =>
          // Kustomize takes a kind as an expression.
          target.kind.split('|').includes(kind) &&
          (target.name === undefined || metadata.name === target.name),
      );
      const at = `the patch of ${target.kind} ${target.name ?? ''}`;
      return targets.length === 0
        ? [`${at}: no such object`]
        : targets.flatMap((object) =>
            patch
              .filter((operation) => !hasPlace(object, operation))
              .map(({ path }) => `${at}: no ${path}`),
          );
    }),
    ...replicas
      .filter(({ name }) => !workloads.some((workload) => workload.name === name))
      .map(({ name }) => `replicas of ${name}: no such object`),
    ...images.filter(({ name }) => !used.has(name)).map(({ name }) => `no image ${name} is used`),
    ...[...used].flatMap((image) => {
      const tags = images.filter(({ name }) => name === image).map(({ newTag }) => newTag);
      return tags.length === 0 || tags.includes('latest') ? [`${image} has no version`] : [];
    }),
  ];
}

/** Whether what is replaced or removed is there, or the object that something is added to. */
function hasPlace(object: object, { op, path }: PatchOperation): boolean {
  const steps = path.slice(1).split('/');
  let place: unknown = object;
  for (const step of op === 'add' ? steps.slice(0, -1) : steps) {
    place = typeof place === 'object' && place !== null ? Reflect.get(place, step) : undefined;
  }
  return place !== undefined;
}
