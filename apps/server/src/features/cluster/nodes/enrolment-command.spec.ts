import { expect, it } from '@jest/globals';
import { enrolmentCommand } from './enrolment-command.js';

it.each([
  ['desktop', 'metrics,sessions,applications'],
  ['compute', 'metrics,jobs,applications'],
] as const)(
  'the command of a %s node proposes what its agent does, and sets nothing',
  (kind, allow) => {
    const command = enrolmentCommand({ origin: 'https://platform.example', token: 't', kind });
    expect(command).toBe(
      `{ echo "AGENT_TOKEN='t' AGENT_ALLOW_DEFAULT='${allow}'"; curl -fsSL 'https://platform.example/agent/install.sh'; } | sudo sh`,
    );
  },
);
