import { runProgram } from '../src/program.js';
import { defaultTimings, type Timings } from '../src/timings.js';

/** The agent of specs: as the real one, with what a spec gives in place of its waits. Only this program knows the variable. */
const given = JSON.parse(process.env['SPEC_TIMINGS'] ?? '{}') as Partial<Timings>;
delete process.env['SPEC_TIMINGS'];

runProgram({ ...defaultTimings, ...given });
