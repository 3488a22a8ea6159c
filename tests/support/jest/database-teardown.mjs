/** Jest's globalTeardown: stops what database-setup.mjs started. */
export default async function tearDownDatabase() {
  await globalThis.stopTestDatabase?.();
}
