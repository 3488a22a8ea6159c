import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { ComponentProps, ReactNode } from 'react';

/** An icon of the console's set without anything around it, for the pages that come before antd does. */
export function PlainIcon({ of: { icon } }: { of: IconDefinition }): ReactNode {
  const { attrs, children = [] } = typeof icon === 'function' ? icon('currentColor', '') : icon;
  return (
    <svg
      viewBox={attrs['viewBox']}
      width="1em"
      height="1em"
      fill="currentColor"
      fillRule={attrs['fill-rule'] as 'evenodd' | undefined}
      aria-hidden
    >
      {children.map(({ attrs: { d } }) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

interface AntdIconProps extends ComponentProps<'span'> {
  icon: IconDefinition;
  spin?: boolean;
  rotate?: number;
}

/**
 * Draws all icons of `@ant-design/icons`, antd's own too, in place of the package's component (vite/hidden-icons.ts; Jest:
 * antd-icon.mjs, for which this file imports nothing of ours). That one announces every picture by its English name, which
 * becomes part of the name of the button around it. Here a picture is decoration unless it is given a name or is pressed.
 */
export default function AntdIcon(props: AntdIconProps): ReactNode {
  const { icon, spin, rotate, className = '', ...others } = props;
  const spinning = spin || icon.name === 'loading' ? 'anticon-spin' : '';
  const isNamed = others['aria-label'] !== undefined || others.onClick !== undefined;
  return (
    <span
      {...(isNamed ? { role: 'img', 'aria-label': icon.name } : { 'aria-hidden': true })}
      {...(others.onClick && { tabIndex: -1 })}
      {...others}
      className={`anticon anticon-${icon.name} ${spinning} ${className}`}
      {...(rotate && { style: { ...others.style, rotate: `${rotate}deg` } })}
    >
      <PlainIcon of={icon} />
    </span>
  );
}
