import { componentPackages } from './tests/support/jest/component-packages.mjs';

/** One Jest for every TypeScript suite; `scripts/test.mjs` picks the projects and counts the results (docs/development.md). */
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
  testRunner: '<rootDir>/scripts/test/jest/test-runner.mjs',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/', '/tests/output/', '/data/', '/.nx/'],
  transform: {
    '^.+\\.ts$': typescript(false),
    '^.+\\.tsx$': typescript(true),
    '\\.(sh|pl)$': '<rootDir>/tests/support/jest/text-file.mjs',
  },
};

const database = {
  globalSetup: '<rootDir>/tests/support/jest/database-setup.mjs',
  globalTeardown: '<rootDir>/tests/support/jest/database-teardown.mjs',
};

/** An engine for containers, and images. */
const containers = {
  globalSetup: '<rootDir>/tests/support/containers/setup.mjs',
  globalTeardown: '<rootDir>/tests/support/containers/teardown.mjs',
};

/** A platform and a Chromium that the files of a worker share, and the database they stand on. */
const lentConsole = {
  testEnvironment: '<rootDir>/tests/support/browser/lending-environment.mjs',
  globalSetup: '<rootDir>/tests/support/browser/lending-setup.mjs',
  globalTeardown: '<rootDir>/tests/support/browser/lending-teardown.mjs',
};

export default {
  /**
   * Only what hangs meets it. Tests share two cores with whatever else runs there, and what the product must do in time is asserted
   * by events. Jest heeds this here only, not in a project.
   */
  testTimeout: 120_000,
  testSequencer: '<rootDir>/scripts/test/jest/sequencer.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,agent}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.int\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'component',
      globalSetup: '<rootDir>/tests/support/jest/component-packages.mjs',
      testMatch: ['<rootDir>/apps/console/src/**/*.spec.tsx'],
      testEnvironment: '<rootDir>/tests/support/jest/browser-environment.mjs',
      setupFilesAfterEnv: ['<rootDir>/apps/console/src/testing/component-setup.ts'],
      // Before those that all projects share: the first that matches is taken.
      transform: {
        'components/AntdIconLight\\.js$': '<rootDir>/tests/support/jest/antd-icon.mjs',
        ...shared.transform,
      },
      transformIgnorePatterns: ['/node_modules/(?!@ant-design/icons/lib/components/AntdIconLight)'],
      // Some packages of antd's have a `source` too, which is not made to be run.
      testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '^@clusterdesk/contracts$': '<rootDir>/libs/contracts/src/index.ts',
        // The CommonJS build of the icons reaches into the ES build of the colours, which Jest cannot require.
        '^@ant-design/colors/es/(.*)$': '<rootDir>/node_modules/@ant-design/colors/lib/$1.js',
        ...componentPackages,
        '^@rc-component/overflow$': '<rootDir>/tests/support/jest/rc-overflow.cjs',
        '\\.css$': '<rootDir>/tests/support/jest/css-modules.mjs',
      },
    },
    {
      ...shared,
      ...database,
      displayName: 'integration',
      testMatch: [
        '<rootDir>/apps/server/src/**/*.int.spec.ts',
        '<rootDir>/tests/integration/**/*.test.ts',
      ],
    },
    {
      ...shared,
      ...database,
      displayName: 'contract',
      testMatch: ['<rootDir>/tests/contract/**/*.test.ts'],
    },
    { ...shared, displayName: 'system', testMatch: ['<rootDir>/tests/system/**/*.test.ts'] },
    { ...shared, displayName: 'faults', testMatch: ['<rootDir>/tests/faults/**/*.test.ts'] },
    {
      ...shared,
      ...database,
      displayName: 'attack',
      testMatch: ['<rootDir>/tests/attack/**/*.test.ts'],
    },
    {
      ...shared,
      ...lentConsole,
      displayName: 'browser',
      testMatch: ['<rootDir>/tests/e2e/**/*.test.ts'],
    },
    {
      ...shared,
      ...database,
      displayName: 'tables',
      testMatch: [
        '<rootDir>/apps/server/src/features/approvals/many-applications.int.spec.ts',
        '<rootDir>/apps/server/src/features/downloads/packages/zip/zip-writer.int.spec.ts',
        '<rootDir>/apps/server/src/features/projects/space/deaths.int.spec.ts',
        '<rootDir>/apps/server/src/features/users/import/user-import.int.spec.ts',
        '<rootDir>/apps/server/src/features/users/leaving/user-removal.int.spec.ts',
        '<rootDir>/apps/server/src/features/users/rights/grants.int.spec.ts',
        '<rootDir>/apps/server/src/ways-out-of-projects.int.spec.ts',
        '<rootDir>/tests/attack/{full-disk,fuzz,paths}.test.ts',
        '<rootDir>/tests/contract/access.test.ts',
        '<rootDir>/tests/faults/{approval,job-transitions,work}.test.ts',
      ],
    },
    {
      ...shared,
      ...containers,
      displayName: 'smoke',
      testMatch: ['<rootDir>/tests/containers/smoke.test.ts'],
    },
    {
      ...shared,
      ...containers,
      displayName: 'containers',
      testMatch: ['<rootDir>/tests/containers/**/*.test.ts'],
    },
    {
      ...shared,
      ...lentConsole,
      displayName: 'long',
      testMatch: ['<rootDir>/tests/long/**/*.test.ts'],
    },
  ],
};
