import type Dockerode from 'dockerode';

export const labels: { readonly tests: string; readonly run: string };

export function removeLabelled(
  engine: Dockerode,
  isWanted: (run: string) => boolean,
): Promise<void>;
