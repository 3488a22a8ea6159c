import type { ReactNode } from 'react';

/** The platform's mark; `image` (a data URL) replaces it where the operator has set a logo. */
export function BrandMark({
  size,
  image,
}: {
  size: number;
  image?: string | undefined;
}): ReactNode {
  const source = image?.startsWith('data:image/') ? image : '/favicon.svg';
  return <img src={source} alt="" height={size} style={{ display: 'block' }} />;
}
