import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { allocator, serverFlags } from './process-roles.js';

const dockerfile = readFileSync(
  new URL('../../../../deploy/docker/Dockerfile', import.meta.url),
  'utf8',
);

describe('the images of deploy/docker', () => {
  it('start the server with the flags of the launcher', () => {
    const command = ['node', ...serverFlags, 'apps/server/dist/main.js'];
    expect(dockerfile).toContain(`CMD [${command.map((part) => `"${part}"`).join(', ')}]`);
  });

  it('set the allocator as the launcher does', () => {
    for (const [name, value] of Object.entries(allocator)) {
      expect(dockerfile).toContain(`${name}=${value}`);
    }
  });
});
