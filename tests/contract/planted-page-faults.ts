import type { PlantedFault } from './planted-faults.js';

const page = 'apps/console/src/fault';

/** One fault for each rule of .oxlintrc.json about components and what they draw. */
export const plantedPageFaults: Record<string, PlantedFault[]> = {
  'react-hooks/rules-of-hooks': [
    {
      code: "import { useState } from 'react';\nexport function Box(props: { isOpen: boolean }) { if (props.isOpen) { useState(0); } return null; }",
      path: `${page}-0.tsx`,
    },
  ],
  'react-hooks/exhaustive-deps': [
    {
      code: "import { useEffect } from 'react';\nexport function Box({ save, id }: { save: (id: string) => void; id: string }) { useEffect(() => { save(id); }, [save]); return null; }",
      path: `${page}-1.tsx`,
    },
  ],
  'jsx-a11y/alt-text': [{ code: 'export const a = <img src="a.png" />;', path: `${page}-2.tsx` }],
  'jsx-a11y/anchor-has-content': [
    { code: 'export const a = <a href="/a" />;', path: `${page}-3.tsx` },
  ],
  'jsx-a11y/anchor-is-valid': [
    { code: 'export const a = <a href="#">a</a>;', path: `${page}-4.tsx` },
  ],
  'jsx-a11y/aria-activedescendant-has-tabindex': [
    { code: 'export const a = <div aria-activedescendant="b" />;', path: `${page}-5.tsx` },
  ],
  'jsx-a11y/aria-props': [
    { code: 'export const a = <div aria-lable="b" />;', path: `${page}-6.tsx` },
  ],
  'jsx-a11y/aria-proptypes': [
    { code: 'export const a = <div aria-hidden="maybe" />;', path: `${page}-7.tsx` },
  ],
  'jsx-a11y/aria-role': [
    { code: 'export const a = <div role="datepicker" />;', path: `${page}-8.tsx` },
  ],
  'jsx-a11y/aria-unsupported-elements': [
    { code: 'export const a = <meta aria-hidden="false" />;', path: `${page}-9.tsx` },
  ],
  'jsx-a11y/click-events-have-key-events': [
    { code: 'export const a = <div role="button" onClick={() => {}} />;', path: `${page}-10.tsx` },
  ],
  'jsx-a11y/heading-has-content': [{ code: 'export const a = <h1 />;', path: `${page}-11.tsx` }],
  'jsx-a11y/html-has-lang': [{ code: 'export const a = <html />;', path: `${page}-12.tsx` }],
  'jsx-a11y/iframe-has-title': [
    { code: 'export const a = <iframe src="/a" />;', path: `${page}-13.tsx` },
  ],
  'jsx-a11y/img-redundant-alt': [
    { code: 'export const a = <img src="a.png" alt="image of a" />;', path: `${page}-14.tsx` },
  ],
  'jsx-a11y/label-has-associated-control': [
    { code: 'export const a = <label />;', path: `${page}-15.tsx` },
  ],
  'jsx-a11y/mouse-events-have-key-events': [
    { code: 'export const a = <div onMouseOver={() => {}} />;', path: `${page}-16.tsx` },
  ],
  'jsx-a11y/no-access-key': [
    { code: 'export const a = <div accessKey="h" />;', path: `${page}-17.tsx` },
  ],
  'jsx-a11y/no-aria-hidden-on-focusable': [
    { code: 'export const a = <button aria-hidden="true" />;', path: `${page}-18.tsx` },
  ],
  'jsx-a11y/no-distracting-elements': [
    { code: 'export const a = <marquee />;', path: `${page}-19.tsx` },
  ],
  'jsx-a11y/no-redundant-roles': [
    { code: 'export const a = <button role="button" />;', path: `${page}-20.tsx` },
  ],
  'jsx-a11y/no-static-element-interactions': [
    { code: 'export const a = <div onKeyDown={() => {}} />;', path: `${page}-21.tsx` },
  ],
  'jsx-a11y/role-has-required-aria-props': [
    { code: 'export const a = <div role="checkbox" />;', path: `${page}-22.tsx` },
  ],
  'jsx-a11y/role-supports-aria-props': [
    { code: 'export const a = <ul aria-invalid="true" role="list" />;', path: `${page}-23.tsx` },
  ],
  'jsx-a11y/scope': [{ code: 'export const a = <div scope="row" />;', path: `${page}-24.tsx` }],
  'jsx-a11y/tabindex-no-positive': [
    { code: 'export const a = <span tabIndex={5} />;', path: `${page}-25.tsx` },
  ],
};
