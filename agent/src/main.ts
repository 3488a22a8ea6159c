import { runProgram } from './program.js';

runProgram();
