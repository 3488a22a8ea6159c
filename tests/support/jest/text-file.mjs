/** A file that is imported as its text. */
export default {
  process: (text) => ({ code: `module.exports = ${JSON.stringify(text)};` }),
};
