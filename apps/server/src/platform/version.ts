/** The version of the platform, the same as in the root package.json (a test compares them). */
export const version = '0.1.0';
