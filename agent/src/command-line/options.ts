import { parseArgs } from 'node:util';

/** What the agent is started for. */
export type Action = 'run' | 'help' | 'version' | 'once';

/** The agent has no such option; the message is for the operator. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @param args those behind the program's name. Help comes before all else, whatever stands beside it. Throws UsageError. */
export function readAction(args: readonly string[]): Action {
  const { help, version, once } = parse(args);
  return help ? 'help' : version ? 'version' : once ? 'once' : 'run';
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        once: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    // Of Node's sentences the first says what is wrong; those after it speak of positional arguments, which there are none of.
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(`${what.replace(/\.$/, '')}. See --help.`);
  }
}
