// Stands in the page itself and runs before its first paint (vite/first-paint.ts). The server allows it by its hash
// (server: console-files.ts). It must not throw in a browser that is too old for the rest.
import { askAtOnce } from './first-calls.js';
import { applyThemeAndLanguage } from './apply-theme-and-language.js';
import { fetchCode } from './fetch-code.js';
import { showBootError } from './show-boot-error.js';

const visit = applyThemeAndLanguage();
showBootError();
askAtOnce(visit);
fetchCode(visit);
