import { type SystemCall, systemCalls } from '../syscalls/system-calls.js';
import program from './confine.pl';
import type { ConfinePlan, IdMap } from './confine-plan.js';

const callsOfProgram = [
  ...(['open_tree', 'openat2', 'move_mount', 'mount_setattr', 'mount', 'umount2'] as const),
  ...(['unshare', 'close_range', 'keyctl', 'prctl', 'seccomp'] as const),
] as const satisfies readonly SystemCall[];

type PerlValue = string | number | boolean | null | PerlValue[] | { [key: string]: PerlValue };

/** A value as Perl source. Texts are bytes to Perl, whatever is in them. */
export function perlLiteral(value: PerlValue): string {
  if (value === null) {
    return 'undef';
  }
  if (typeof value === 'boolean') {
    return value ? '1' : '0';
  }
  if (typeof value === 'number') {
    return String(value);
  }
  if (typeof value === 'string') {
    return `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(perlLiteral).join(', ')}]`;
  }
  const entries = Object.entries(value).map(
    ([key, of]) => `${perlLiteral(key)}, ${perlLiteral(of)}`,
  );
  return `{${entries.join(', ')}}`;
}

function writeProgram(column: 0 | 1, plan: { [key: string]: PerlValue }): string {
  const calls = Object.fromEntries(callsOfProgram.map((call) => [call, systemCalls[call][column]]));
  return `$main::plan = ${perlLiteral({ ...plan, calls })};\n${program}`;
}

/** The program that carries out a plan. @param column of the processor's numbers in `systemCalls` */
export function confineProgram(column: 0 | 1, plan: ConfinePlan): string {
  const { idMap, project, shown, scratch } = plan;
  return writeProgram(column, {
    ...plan,
    idMap: idMap && { ...idMap },
    project: project && {
      root: project.root,
      entries: project.entries.map((entry) => ({ ...entry })),
    },
    shown: shown.map((file) => ({ ...file })),
    scratch: { ...scratch },
  });
}

/** A program that only tries whether the ids of a folder can be mapped: exit 0, or it says why not. */
export function idMapTrial(column: 0 | 1, idMap: IdMap): string {
  return writeProgram(column, { probe: 1, visible: idMap.folders, idMap: { ...idMap } });
}

/** A program that runs a command of the agent's own in a folder, and lets it change nothing elsewhere: no link leads it astray. */
export function programWithin(column: 0 | 1, folder: string, command: string[]): string {
  return writeProgram(column, { within: folder, command });
}
