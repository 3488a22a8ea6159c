import { expect, it } from '@jest/globals';
import { sendVerificationCode } from '@clusterdesk/contracts';
import { hideSecrets } from './shown-task.js';

const { name } = sendVerificationCode;

it('a task shows the payload that its definition names, and one line of why it failed', () => {
  const task = {
    name,
    data: { userId: 'u', purpose: 'email-new', code: '123456' },
    failedReason: 'No answer of smtp://li:secret@mail.example.org\n    at /srv/server.js:1:2',
    stacktrace: ['Error: x\n    at /srv/server.js:1:2'],
  };
  hideSecrets(task);
  expect(task).toEqual({
    name,
    data: { userId: 'u', purpose: 'email-new' },
    failedReason: 'No answer of smtp://…@mail.example.org',
    stacktrace: [],
  });
});

it('one that nobody knows shows nothing of its payload', () => {
  const task = {
    name: 'of.another-version',
    data: { code: '1' },
    failedReason: '',
    stacktrace: null,
  };
  hideSecrets(task);
  expect(task.data).toEqual({});
});
