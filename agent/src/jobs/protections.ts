import { join } from 'node:path';
import { writeFileAtomic } from '@clusterdesk/host';
import { type JobProtection, jobProtections } from '@clusterdesk/contracts';

/**
 * What a part of the agent found out about the protections it is for: null where one holds, as a trial has shown, otherwise what
 * would bring it, as the end of a sentence for the operator. A protection that no part speaks of does not hold.
 */
export type ProtectionFindings = Partial<Record<JobProtection, string | null>>;

/** The protections that hold, in the order of `jobProtections`. */
export function heldProtections(findings: ProtectionFindings): JobProtection[] {
  return jobProtections.filter((protection) => findings[protection] === null);
}

function missingProtections(findings: ProtectionFindings): { protection: string; cure: string }[] {
  return jobProtections.flatMap((protection) => {
    const cure = findings[protection];
    return cure === null
      ? []
      : [{ protection, cure: cure ?? 'this version of the agent does not know it' }];
  });
}

/** One line for the operator: what holds, what does not, and what would bring it. */
export function describeProtections(findings: ProtectionFindings): string {
  const held = heldProtections(findings);
  const missing = missingProtections(findings).map(
    ({ protection, cure }) => `${protection} (${cure})`,
  );
  return [
    `protections that hold: ${held.length === 0 ? 'none' : held.join(', ')}`,
    ...(missing.length === 0 ? [] : [`that do not: ${missing.join(', ')}`]),
  ].join('; ');
}

/**
 * Leaves the findings in `protections.json` of the state folder for whoever started the agent:
 * `{ holds: string[], missing: { protection, cure }[] }`.
 */
export function writeProtections(stateDir: string, findings: ProtectionFindings): void {
  const content = { holds: heldProtections(findings), missing: missingProtections(findings) };
  writeFileAtomic(join(stateDir, 'protections.json'), `${JSON.stringify(content)}\n`);
}
