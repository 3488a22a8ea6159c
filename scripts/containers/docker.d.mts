import type { Readable } from 'node:stream';

export function tryDocker(args: readonly string[], options?: { timeoutMs?: number }): boolean;
/** @returns what it printed */
export function docker(args: readonly string[], input?: Readable): Promise<string>;
export function hasImage(name: string): boolean;
