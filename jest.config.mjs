/** One Jest for every TypeScript suite; `scripts/test.mjs` picks the project and counts the results. */
const typescript = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6' },
  },
];

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/', '/data/', '/.nx/'],
  transform: { '^.+\\.ts$': typescript(false), '^.+\\.tsx$': typescript(true) },
};

export default {
  /**
   * Tests with a database, processes or files share two cores with whatever else runs there; what the product itself must
   * do in time is asserted by the tests. Jest heeds this here only, not in a project.
   */
  testTimeout: 20_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,agent}/**/*.spec.{ts,tsx}'],
      testPathIgnorePatterns: ['/node_modules/', '\\.int\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: [
        '<rootDir>/apps/server/src/**/*.int.spec.ts',
        '<rootDir>/tests/integration/**/*.test.ts',
      ],
      globalSetup: '<rootDir>/tests/support/database-setup.mjs',
      globalTeardown: '<rootDir>/tests/support/database-teardown.mjs',
    },
    {
      ...shared,
      displayName: 'contract',
      testMatch: ['<rootDir>/tests/contract/**/*.test.ts'],
      globalSetup: '<rootDir>/tests/support/database-setup.mjs',
      globalTeardown: '<rootDir>/tests/support/database-teardown.mjs',
    },
    { ...shared, displayName: 'system', testMatch: ['<rootDir>/tests/system/**/*.test.ts'] },
    { ...shared, displayName: 'faults', testMatch: ['<rootDir>/tests/faults/**/*.test.ts'] },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/tests/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/tests/support/database-setup.mjs',
      globalTeardown: '<rootDir>/tests/support/database-teardown.mjs',
    },
  ],
};
