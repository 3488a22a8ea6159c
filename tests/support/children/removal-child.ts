import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../../apps/server/src/app.module.js';
import { loadConfig } from '../../../apps/server/src/config/config.js';
import { UserRemovalSteps } from '../../../apps/server/src/features/users/leaving/user-removal-steps.service.js';
import { UserRemovals } from '../../../apps/server/src/features/users/leaving/user-removal.service.js';

/**
 * Carries out a removal as the worker does, in a process that ends as by `kill -9` at one moment:
 * `before <step>`, `after <step>` (done and not noted), or `never`. Arguments: the ids of removals,
 * separated by commas; the moment.
 */
const [, , removalIds = '', moment = 'never'] = process.argv;
const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

const app = await NestFactory.createApplicationContext(AppModule.with(loadConfig(process.env)), {
  logger: false,
  abortOnError: false,
});
const steps = app.get(UserRemovalSteps);
// After everything else: to end between the last note and the removal of the row.
steps.register({ name: 'test.last', phase: 'archive', run: () => Promise.resolve() });
for (const step of steps.list()) {
  steps.register({
    ...step,
    run: async (removal, signal) => {
      if (moment === `before ${step.name}`) {
        die();
      }
      await step.run(removal, signal);
      if (moment === `after ${step.name}`) {
        die();
      }
    },
  });
}
for (const id of removalIds.split(',')) {
  await app.get(UserRemovals).carryOut(id);
}
await app.close();
process.exit(0);
