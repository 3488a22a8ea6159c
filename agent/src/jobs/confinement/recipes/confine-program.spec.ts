import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import type { ConfinePlan } from './confine-plan.js';
import { confineProgram, idMapTrial, perlLiteral } from './confine-program.js';

describe('perlLiteral', () => {
  it('keeps any text as it is', () => {
    const texts = ["it's", '$HOME @x %y', '\\', "\\'", 'a\nb', '"`${1}', '云枢', '', 'end\\'];
    const script = `print join("\\0", @{${perlLiteral(texts)}}), "\\0";`;
    const output = execFileSync('perl', ['-e', script], { encoding: 'utf8' });
    expect(output.split('\0').slice(0, -1)).toEqual(texts);
  });

  it('writes values within values', () => {
    const script = `my $v = ${perlLiteral({ a: { b: [1, null, 'x', true, false] } })}; print $v->{a}{b}[0], defined $v->{a}{b}[1] ? 1 : 0, $v->{a}{b}[2], $v->{a}{b}[3] ? 'y' : 'n', $v->{a}{b}[4] ? 'y' : 'n';`;
    expect(execFileSync('perl', ['-e', script], { encoding: 'utf8' })).toBe('10xyn');
  });
});

describe('the program', () => {
  const idMap = { folders: ['/a b'], files: { uid: 990, gid: 991 }, job: { uid: 7, gid: 8 } };
  const plan: ConfinePlan = {
    ...{
      visible: ['/a b'],
      idMap,
      project: { root: '/p', entries: [{ path: 'id/a', isWritable: true, isNested: false }] },
      covers: ['/home'],
      networkFolders: [],
      devices: ['/dev/null'],
      shown: [],
    },
    ...{ scratch: { folders: ['/tmp'], options: '' }, masked: [], readOnly: [], shut: [] },
    ...{ scriptPath: '/tmp/job.sh', command: ['true'] },
  };

  it.each([0, 1] as const)('is Perl without a warning (processor %d)', (column) => {
    for (const text of [confineProgram(column, plan), idMapTrial(column, idMap)]) {
      // -c compiles only; what it says goes to the error output.
      execFileSync(
        'perl',
        ['-c', '-W', '-e', `BEGIN { $SIG{__WARN__} = sub { die @_ } } ${text}`],
        {
          stdio: 'pipe',
        },
      );
    }
  });
});
