import { Logger } from '@nestjs/common';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { defineHook } from './hooks.js';
import { Hooks } from './hooks.service.js';

const deleted = defineHook<{ name: string }>('users.user-deleted');

describe('hooks', () => {
  let hooks: Hooks;
  let seen: string[];
  beforeEach(() => {
    hooks = new Hooks();
    seen = [];
    hooks.on(deleted, async ({ name }) => {
      await Promise.resolve();
      seen.push(`first ${name}`);
    });
  });

  it('run their handlers in order', async () => {
    hooks.on(deleted, ({ name }) => void seen.push(`second ${name}`));
    await hooks.notify(deleted, { name: 'ann' });
    expect(seen).toEqual(['first ann', 'second ann']);
  });

  it('go on after an error', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    hooks.on(deleted, () => Promise.reject(new Error('not possible')));
    hooks.on(deleted, () => void seen.push('last'));
    await hooks.notify(deleted, { name: 'ann' });
    expect(seen).toEqual(['first ann', 'last']);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});
