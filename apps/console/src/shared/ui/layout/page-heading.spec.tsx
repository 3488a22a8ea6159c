import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { useTitlePart } from '../../lib/dom/document-title.js';
import type { ReactNode } from 'react';
import { PageHeadingProvider, PageHeading } from './page-heading.js';

it('names a page for screen readers only as long as it draws no heading of its own', () => {
  const { rerender } = render(<PageHeadingProvider name="Users">a list</PageHeadingProvider>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Users');

  rerender(
    <PageHeadingProvider name="Users">
      <PageHeading>Add a user</PageHeading>
    </PageHeadingProvider>,
  );
  expect(screen.getAllByRole('heading', { level: 1 }).map((h1) => h1.textContent)).toEqual([
    'Add a user',
  ]);

  rerender(<PageHeadingProvider name="Users">a list</PageHeadingProvider>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Users');
});

it('puts the progress, the thing, the page and the platform into the title', () => {
  function Page({ thing, progress }: { thing: string | null; progress?: string }): null {
    useTitlePart('page', 'My files');
    useTitlePart('thing', thing);
    useTitlePart('progress', progress);
    return null;
  }
  function Platform({ children }: { children?: ReactNode }): ReactNode {
    useTitlePart('product', 'ClusterDesk');
    return children;
  }
  const { rerender } = render(<Page thing={null} />, { wrapper: Platform });
  expect(document.title).toBe('My files · ClusterDesk');
  rerender(<Page thing="results" progress="(41%)" />);
  expect(document.title).toBe('(41%) results · My files · ClusterDesk');
  rerender(<Page thing="ClusterDesk" />);
  expect(document.title).toBe('ClusterDesk · My files');
  rerender(null);
  expect(document.title).toBe('ClusterDesk');
});
