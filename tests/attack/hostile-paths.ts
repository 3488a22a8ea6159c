/** Paths and names that lead, or look as if they led, somewhere else; `outside` is an absolute path of the host. */
export function hostilePaths(outside: string): string[] {
  return [
    // Up, in every spelling that some program takes for it.
    '/../bob/secret.txt',
    '/folder/../../bob/secret.txt',
    '/./mine.txt',
    '..',
    '../bob',
    'relative',
    ' /mine.txt',
    '//bob//secret.txt',
    '/%2e%2e/bob/secret.txt',
    '/%2e%2e%2fbob%2fsecret.txt',
    '/..%2fbob/secret.txt',
    '/..%c0%afbob/secret.txt',
    '/..\\bob\\secret.txt',
    '/folder\\..\\..\\bob',
    '/．．/bob/secret.txt',
    '/..／bob／secret.txt',
    '/‥/bob',
    '/..;/bob/secret.txt',
    '/.. /bob',
    '/..\u200B/bob',
    // Another place by its own name.
    outside,
    '/etc/passwd',
    '/proc/self/environ',
    '/dev/stdin',
    'file:///etc/passwd',
    'C:\\Windows\\win.ini',
    '~bob/secret.txt',
    '/.staging/uploads',
    '/.trash/disk/.retired',
    // Characters that end, break or double a name.
    '/mine.txt\0.png',
    '/a\nb',
    '/a\u007Fb',
    '/half \uD800',
    '/bad \uFFFD',
    '/\u202Egpj.exe',
    // As long as a name or a path may be, and one more.
    `/${'x'.repeat(255)}`,
    `/${'x'.repeat(256)}`,
    `/${'长'.repeat(85)}`,
    `/${'长'.repeat(86)}`,
    '/d'.repeat(256),
    '/d'.repeat(257),
    `/${'x/'.repeat(3000)}`,
    // What a shell or a database would make of it.
    '/-rf',
    '/$(id)`id`',
    "/'; DROP TABLE user_account; --",
    '/*',
  ];
}

/** One of each kind: up, up past a folder, another place by its own name or as seen from a project, a name that is no name, one too long. */
export const plainPaths = [
  '/../bob/secret.txt',
  '/folder/../../bob/secret.txt',
  '@outside',
  '@project',
  '/mine.txt\0.png',
  `/${'x'.repeat(256)}`,
];
