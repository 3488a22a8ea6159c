import { existsSync } from 'node:fs';

/** What an operator runs where no launcher switches programs. */
export function upgradeCommand(
  exists: (path: string) => boolean = existsSync,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const isContainer =
    exists('/.dockerenv') ||
    exists('/run/.containerenv') ||
    env['KUBERNETES_SERVICE_HOST'] !== undefined;
  return isContainer
    ? 'docker compose pull && docker compose up -d'
    : 'git pull && npm ci && npm run build && sudo sh deploy/systemd/install.sh';
}
