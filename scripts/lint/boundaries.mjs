/**
 * Which room may import which: features → platform → config, all → contracts, features among each other only as
 * the table in docs/architecture.md says. A wrong arrow is a lint error.
 */

/** What each server feature may use of other features (docs/architecture.md, "Features"). */
export const featureArrows = {
  audit: [],
  notifications: [],
  identity: ['notifications', 'audit'],
  transfer: ['identity'],
  disk: ['transfer', 'identity'],
  projects: ['transfer', 'disk', 'identity'],
  shares: ['transfer', 'disk', 'identity'],
  approvals: ['projects', 'transfer', 'notifications', 'identity'],
  cluster: ['identity', 'notifications'],
  jobs: ['cluster', 'disk', 'projects', 'identity'],
  operations: ['identity', 'notifications'],
};

const forbid = (files, patterns) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: patterns.map(([regex, message]) => ({ regex, message })) },
    ],
  },
});

const ours = '^@clusterdesk/(?!contracts$)';
const features = Object.keys(featureArrows);

/** Repositories, controllers and processors are a feature's own; others use its service, module or policy. */
const privateFile = '\\.(repository|controller|jobs|processor|presenter)\\.js$';

export const boundaries = [
  forbid(
    ['libs/contracts/**/*.ts'],
    [
      ['^@clusterdesk/', 'contracts import nothing of ours.'],
      ['^node:', 'contracts run in the browser too.'],
    ],
  ),
  forbid(
    ['apps/console/src/**/*.{ts,tsx}'],
    [[ours, 'The console imports contracts and nothing else of ours.']],
  ),
  forbid(['agent/src/**/*.ts'], [[ours, 'The agent imports contracts and nothing else of ours.']]),
  forbid(
    ['apps/server/src/config/**/*.ts'],
    [
      ['/(platform|features)/', 'config is the lowest room.'],
      [ours, 'Only contracts.'],
    ],
  ),
  forbid(
    ['apps/server/src/platform/**/*.ts'],
    [
      ['/features/', 'platform knows no business words.'],
      [ours, 'Only contracts.'],
    ],
  ),
  ...features.map((feature) =>
    forbid(
      [`apps/server/src/features/${feature}/**/*.ts`],
      [
        [ours, 'The server imports contracts and nothing else of ours.'],
        ...features
          .filter((other) => other !== feature && !featureArrows[feature].includes(other))
          .map((other) => [
            `^\\.\\./(\\.\\./features/)?${other}/`,
            `${feature} may not use ${other} (docs/architecture.md).`,
          ]),
        ...features
          .filter((other) => other !== feature && featureArrows[feature].includes(other))
          .map((other) => [
            `^\\.\\./(\\.\\./features/)?${other}/.*${privateFile}`,
            `Use ${other} through its exported service.`,
          ]),
      ],
    ),
  ),
];
