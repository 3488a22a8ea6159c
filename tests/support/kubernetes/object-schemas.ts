import { DaemonSet } from 'kubernetes-models/apps/v1/DaemonSet';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { z } from 'zod';

/** What every object has; the rest is checked by the schema of its kind. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

interface Model {
  apiVersion: string;
  kind: string;
  new (data: never): { validate(): void };
}

const models: readonly Model[] = [
  ConfigMap,
  DaemonSet,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
];

const labels = z.record(z.string(), z.string());

/** Of the Prometheus Operator, as much of it as is used here. */
const serviceMonitor = z.strictObject({
  apiVersion: z.literal('monitoring.coreos.com/v1'),
  kind: z.literal('ServiceMonitor'),
  metadata: z.strictObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: labels.optional(),
  }),
  spec: z.strictObject({
    selector: z.strictObject({ matchLabels: labels }),
    endpoints: z.array(
      z.strictObject({
        port: z.string(),
        path: z.string(),
        interval: z.string(),
        authorization: z.strictObject({
          credentials: z.strictObject({ name: z.string(), key: z.string() }),
        }),
      }),
    ),
  }),
});
export type ServiceMonitor = z.infer<typeof serviceMonitor>;

/** What is wrong with an object by the schema of its kind: wrong or missing fields, and those that the kind does not have. */
export function schemaFaults(object: KubernetesObject): string[] {
  const { apiVersion, kind } = object;
  const at = `${kind} ${object.metadata.name}`;
  if (kind === 'ServiceMonitor') {
    const { error } = serviceMonitor.safeParse(object);
    return (error?.issues ?? []).map(({ path, message }) => `${at}: ${path.join('.')} ${message}`);
  }
  const model = models.find((other) => other.apiVersion === apiVersion && other.kind === kind);
  if (!model) {
    return [`${at}: no schema for ${apiVersion} ${kind}`];
  }
  const { watched, unread } = watchReads(new model(object as never), at);
  try {
    watched.validate();
  } catch (error) {
    return [`${at}: ${String(error)}`];
  }
  return unread().map((path) => `${path}: unknown field`);
}

/**
 * The schemas let fields pass that they do not know, as a misspelt one. But they read each field that they know: what was not read
 * is unknown.
 */
function watchReads<T extends object>(root: T, at: string): { watched: T; unread: () => string[] } {
  const known = new WeakMap<object, object>();
  const seen: { path: string; keys: Set<string> }[] = [];
  const watch = <V extends object>(value: V, path: string): V => {
    const keys = new Set(Array.isArray(value) ? [] : Object.keys(value));
    const watched = new Proxy(value, {
      get(target, key) {
        keys.delete(String(key));
        const child: unknown = Reflect.get(target, key);
        return typeof child === 'object' && child !== null
          ? (known.get(child) ?? watch(child, `${path}.${String(key)}`))
          : child;
      },
    });
    known.set(value, watched);
    seen.push({ path, keys });
    return watched;
  };
  return {
    watched: watch(root, at),
    unread: () => seen.flatMap(({ path, keys }) => [...keys].map((key) => `${path}.${key}`)),
  };
}
