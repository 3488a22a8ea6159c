import type { JobNetwork } from '@clusterdesk/contracts';
import type { HeldReason } from './job-reasons.js';
import type { SlurmReason } from './slurm-reasons.js';

/**
 * Why a job waits, computed and never guessed: by a plan, or by the backend that plans for itself. Nodes are named as people know
 * them.
 */
export type WaitReason =
  /** No plan has looked at it yet, or one that is under way gives it a place. */
  | { code: 'NOT_PLANNED_YET' }
  /** It has its place and the node, or the other scheduler, has not confirmed it. `place` is empty where it is not known. */
  | { code: 'NOT_CONFIRMED'; place: string }
  /** It was confirmed, and its script is being started. */
  | { code: 'STARTING'; place: string }
  /** The platform could not prepare it and tries again then. */
  | { code: 'PLATFORM_FAULT'; until: Date }
  /** The queue has no node. */
  | { code: 'NO_NODE' }
  /** No node of the queue gives as much as it asks for. */
  | { code: 'TOO_LARGE'; cpus: number; memoryMb: number | null }
  /** These nodes are large enough, and all of them are offline or take no jobs. */
  | { code: 'NODES_AWAY'; nodes: string[] }
  /** None of these nodes, which take jobs, can give it its network. */
  | { code: 'NETWORK'; network: JobNetwork; nodes: string[] }
  /** None of these nodes, which take jobs, can hold one in a project. */
  | { code: 'PROJECTS'; nodes: string[] }
  /** Sealed jobs and others never run in a project at once; those of the other kind are at work, or have waited longer. */
  | { code: 'SEALED_APART'; isSealed: boolean }
  /** These nodes could run it, and all of them are out of service; `fault` is a code of `node-faults.ts`. */
  | { code: 'NODES_DRAINED'; nodes: string[]; fault: string }
  /** These nodes refused it; it is tried again where a node on probation is. */
  | { code: 'NODES_REFUSED'; nodes: string[] }
  /** So many CPUs are missing on the node that lacks the fewest. */
  | { code: 'CPUS'; missing: number; node: string }
  /** So much memory, MiB, is missing on the node that lacks the least; its CPUs would do. */
  | { code: 'MEMORY'; missingMb: number; node: string }
  /** Its owner holds the share of the queue that others leave while they wait. */
  | { code: 'SHARE'; percent: number }
  /** What is free on `node` is kept for a job that comes first. */
  | { code: 'OTHERS_FIRST'; node: string }
  /** It is in no plan: somebody holds it, or it waits for its turn or for other jobs. */
  | { code: 'HELD'; reason: HeldReason }
  /** What Slurm, which plans for itself, says. */
  | { code: 'SLURM'; reason: SlurmReason };

/** What is known of a job that waits. */
export interface Waiting {
  reason: WaitReason;
  /** When it can start, as far as can be told; null: it cannot be told. */
  earliestStart: Date | null;
  /** The hosts on which it depends whether it starts: the one that it has, else those that are large enough. */
  hostIds?: readonly string[];
}
