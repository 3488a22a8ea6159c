import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { jobProtections } from '@clusterdesk/contracts';
import {
  describeProtections,
  heldProtections,
  type ProtectionFindings,
  writeProtections,
} from './protections.js';

const findings: ProtectionFindings = { files: null, account: 'an agent that runs as root' };

describe('protections', () => {
  it('hold only where a part has seen it', () => {
    expect(heldProtections(findings)).toEqual(['files']);
  });

  it('are said in one line with what would bring the missing ones', () => {
    const line = describeProtections(findings);
    expect(line).toMatch(/^protections that hold: files; that do not: account \(an agent that/);
    expect(line).not.toContain('\n');
    expect(describeProtections({})).toMatch(/^protections that hold: none;/);
    const all = Object.fromEntries(jobProtections.map((protection) => [protection, null]));
    expect(describeProtections(all)).toBe(`protections that hold: ${jobProtections.join(', ')}`);
  });

  it('lie in a file for whoever started the agent', () => {
    const dir = mkdtempSync(join(tmpdir(), 'clusterdesk-protections-'));
    try {
      writeProtections(dir, findings);
      const written: unknown = JSON.parse(readFileSync(join(dir, 'protections.json'), 'utf8'));
      expect(written).toMatchObject({ holds: ['files'] });
      expect(written).toHaveProperty('missing.0', {
        protection: 'account',
        cure: 'an agent that runs as root',
      });
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
