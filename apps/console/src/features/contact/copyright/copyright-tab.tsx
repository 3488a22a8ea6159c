import type { ReactNode } from 'react';

/** Version, licence, update, backup; copyright and logo for `develop` (spec part 2 §2, Contact page). */
export function CopyrightTab({
  upgrade,
  backup,
}: {
  upgrade: ReactNode;
  backup: ReactNode;
}): ReactNode {
  return (
    <>
      {upgrade}
      {backup}
    </>
  );
}
