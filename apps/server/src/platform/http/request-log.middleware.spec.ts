import { describe, expect, it } from '@jest/globals';
import { loggablePath } from './request-log.middleware.js';

describe('an address in the log', () => {
  it.each([
    ['/api/user/info/dir?path=%2Fsecret', '/api/user/info/dir'],
    ['/api/share/link/some-id?password=SECRET', '/api/share/link/:id'],
    ['/api/share/download/some-id/SECRET', '/api/share/download/:id/:verification'],
    ['/API/Share/Download/some-id/SECRET/', '/api/share/download/:id/:verification'],
    ['/api/share/download/some-id/SECRET/more', '/api/share/download/:id/:verification'],
    ['/api/share/list', '/api/share/list'],
    ['/', '/'],
  ])('%s is %s', (url, path) => {
    expect(loggablePath(url)).toBe(path);
  });
});
