// Stands in the page itself and runs before its first paint (vite/first-paint.ts). The server allows it by its hash
// (server: console-files.ts). It must not throw in a browser that is too old for the rest.
import { askAtOnce, firstFolder } from './first-calls.js';
import { applyThemeAndLanguage } from './apply-theme-and-language.js';
import { showFirstRows } from './first-rows.js';
import { fetchCode } from './fetch-code.js';
import { showBootError } from './show-boot-error.js';

const visit = applyThemeAndLanguage();
showBootError();
const [first] = askAtOnce(visit);
if (first && firstFolder(visit.path, location.search) !== null) {
  void showFirstRows(first);
}
fetchCode(visit);
