import { expect, it, jest } from '@jest/globals';
import { PlatformBuild } from './platform-build.js';

it('is outdated while the server has another build', () => {
  const build = new PlatformBuild('one');
  const listener = jest.fn();
  build.subscribe(listener);
  build.hear('one');
  build.hear(null);
  expect(build.getIsOutdated()).toBe(false);
  build.hear('two');
  build.hear('two');
  build.hear(null);
  expect(build.getIsOutdated()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(1);
  build.hear('one');
  expect(build.getIsOutdated()).toBe(false);
});

it('compares nothing in a page of no build', () => {
  const build = new PlatformBuild(null);
  build.hear('two');
  expect(build.getIsOutdated()).toBe(false);
});
