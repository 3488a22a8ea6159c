import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { setTitlePart, useTitlePart } from '../../lib/dom/document-title.js';
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
  setTitlePart('product', 'ClusterDesk');
  const { rerender, unmount } = render(<Page thing={null} />);
  expect(document.title).toBe('My files · ClusterDesk');
  rerender(<Page thing="results" progress="(41 %)" />);
  expect(document.title).toBe('(41 %) results · My files · ClusterDesk');
  rerender(<Page thing="ClusterDesk" />);
  expect(document.title).toBe('ClusterDesk · My files');
  unmount();
  expect(document.title).toBe('ClusterDesk');
});
