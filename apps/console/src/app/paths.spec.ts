import { paths } from '../shared/paths.js';
import { shellRoutes } from './features.js';

/** Pages outside the route table of the shell. */
const others: string[] = [paths.home, paths.login, paths.noPermission, paths.workbench];

describe('paths', () => {
  it('lead to pages of the route table', () => {
    const known = [...others, ...shellRoutes.map(({ path }) => path)];
    const { share, receivedSearch, projectSearch, joinedProjectSearch, ...plain } = paths;
    const unknown = [
      share(['/a']),
      receivedSearch('1', '/', 'a'),
      projectSearch('1', '/', 'a'),
      joinedProjectSearch('1', '/', 'a'),
      ...Object.values(plain),
    ]
      .map((path) => (typeof path === 'string' ? path : path('1', '2')).split('?')[0] ?? '')
      .filter((path) => !known.includes(path));
    expect(unknown).toEqual([]);
  });

  it('leave the root folder out and encode the others', () => {
    expect(paths.folder('/')).toBe('/myDoc');
    expect(paths.folder('/资料/a b')).toBe('/myDoc?dir=%2F%E8%B5%84%E6%96%99%2Fa%20b');
    expect(paths.search('/', '')).toBe('/myDoc');
    expect(paths.search('/a', 'x&y')).toBe('/myDoc?dir=%2Fa&key=x%26y');
    expect(paths.userRoles('1', '')).toBe('/userEditRole?id=1&roleIds=');
  });
});
