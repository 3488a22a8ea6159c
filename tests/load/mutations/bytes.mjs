/** Broken rules about which bytes come in and go out. */
const features = 'apps/server/src/features';
const fileSpace = 'apps/server/src/platform/file-space';

export const bytes = [
  {
    name: 'range',
    rule: 'A part of a file is sent from its first byte on, also beyond the first buffer.',
    file: `${features}/downloads/sending/byte-sender.ts`,
    from: 'handle.read(buffer, 0, length, start + sent)',
    to: 'handle.read(buffer, 0, length, Math.max(start, sent))',
    tests: [
      `${features}/downloads/sending/byte-sender.spec.ts`,
      `${features}/downloads/sending/download-sender.spec.ts`,
      `${features}/downloads/sending/download-http.int.spec.ts`,
    ],
  },
  {
    name: 'pinned-pack',
    rule: 'A package of approved content fails when a file changes while it is read.',
    file: `${features}/downloads/packages/package-contents.ts`,
    from: 'half of the other is neither.\n      await assertPinned(handle, pinned);',
    to: 'half of the other is neither.',
    tests: [`${features}/downloads/packages/package-contents.spec.ts`],
  },
  {
    name: 'upload-checksum',
    rule: 'Bytes whose checksum was still awaited when the server died do not count as received.',
    file: `${features}/uploads/tus/upload-store.ts`,
    from: 'await this.uploads.update(id, { uncheckedFrom: offset });',
    to: 'await this.uploads.update(id, { uncheckedFrom: null });',
    tests: [`${features}/uploads/upload.int.spec.ts`],
  },
  {
    name: 'quota-lock',
    rule: 'Two uploads that begin at once do not both get the same free room.',
    file: `${features}/spaces/quota/quota-reservations.service.ts`,
    from: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    to: 'SELECT hashtextextended($1, 0)',
    tests: [`${features}/uploads/upload-quota.int.spec.ts`],
  },
  {
    name: 'file-links',
    rule: 'A file is never opened through a symbolic link.',
    file: `${fileSpace}/safe-directory.ts`,
    from: 'constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK',
    to: 'constants.O_RDONLY | constants.O_NONBLOCK',
    tests: [`${fileSpace}/safe-directory.spec.ts`],
  },
  {
    name: 'zip-content',
    rule: 'A package holds no file that its user may only view.',
    file: `${features}/downloads/packages/package-contents.ts`,
    from: "filterFor(space, 'download')",
    to: "filterFor(space, 'view')",
    tests: [
      `${features}/downloads/packages/package.int.spec.ts`,
      `${features}/approvals/approval.int.spec.ts`,
      'apps/server/src/ways-out-of-projects.int.spec.ts',
    ],
  },
];
