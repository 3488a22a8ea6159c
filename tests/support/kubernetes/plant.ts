import type { IContainer } from 'kubernetes-models/v1/Container';
import { objectsOf, workloadsOf, type ManifestSet, type Workload } from './manifest-set.js';

/** A fault that the checks of the manifests must find. */
export interface PlantedFault {
  name: string;
  overlay: string;
  plant: (set: ManifestSet) => void;
  /** What is told of it. */
  told: string;
}

const workload = (set: ManifestSet, name: string): Workload => {
  const found = workloadsOf(set.objects).find((one) => one.name === `clusterdesk-${name}`);
  if (!found) {
    throw new Error(`No ${name}.`);
  }
  return found;
};

/** What an object says; its name without `clusterdesk`. */
export const specOf = (set: ManifestSet, kind: string, name: string): Record<string, unknown> => {
  const [found] = objectsOf<{ spec: Record<string, unknown> }>(set.objects, kind).filter(
    ({ metadata }) => metadata.name === `clusterdesk${name}`,
  );
  if (!found) {
    throw new Error(`No ${kind} ${name}.`);
  }
  return found.spec;
};

/** Changes the pods of a workload. */
export const inPod =
  (name: string, plant: (pod: Workload['pod'], made: Workload) => void) => (set: ManifestSet) => {
    const made = workload(set, name);
    plant(made.pod, made);
  };

/** Changes the first container of a workload. */
export const inContainer = (name: string, plant: (container: IContainer) => void) =>
  inPod(name, ({ containers: [container] }) => {
    if (container) {
      plant(container);
    }
  });

/** Changes the variables of the ConfigMap. */
export const inVariables =
  (plant: (variables: Record<string, string>) => void) => (set: ManifestSet) => {
    plant(set.configMaps.get('clusterdesk-environment') ?? {});
  };

/** @param told part of what is told of it */
export const fault = (
  name: string,
  plant: PlantedFault['plant'],
  told: string,
  overlay = 'overlays/external',
): PlantedFault => ({ name, overlay, plant, told });
