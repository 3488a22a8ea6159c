// Stands in the page itself and runs before its first paint (vite/first-paint.ts). The server allows it by its hash
// (server: console-files.ts). It must not throw in a browser that is too old for the rest.
import { askAtOnce } from './first-calls.js';
import { chooseLook } from './choose-look.js';
import { fetchCode } from './fetch-code.js';
import { sayFailure } from './say-failure.js';

const visit = chooseLook();
sayFailure();
askAtOnce(visit);
fetchCode(visit);
