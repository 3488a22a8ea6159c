import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { ReactNode } from 'react';

/** An icon of the console's set, for the pages that come before antd does: without its animations and two tones. */
export function PlainIcon({ of: icon }: { of: IconDefinition }): ReactNode {
  const { attrs, children = [] } =
    typeof icon.icon === 'function' ? icon.icon('currentColor', 'currentColor') : icon.icon;
  return (
    <svg viewBox={attrs['viewBox']} width="1em" height="1em" fill="currentColor" aria-hidden>
      {children.map(({ attrs: { d } }) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
