import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOptionsOf } from '../../api/query.js';

export const builtInMark = '/favicon.svg';

/** The platform's mark, or the logo that the operator has set. @param size its height; a logo may be four times as wide */
export function BrandMark({ size }: { size: number }): ReactNode {
  const { data } = useQuery({
    ...queryOptionsOf(endpoints.operations.publicConfigs, {}),
    staleTime: Infinity,
  });
  return (
    <img
      src={data?.logoBase64Images || builtInMark}
      alt=""
      height={size}
      style={{ display: 'block', maxWidth: size * 4, objectFit: 'contain' }}
    />
  );
}
