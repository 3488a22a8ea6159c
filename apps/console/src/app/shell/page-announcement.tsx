import { useState, type ReactNode } from 'react';

/** Tells screen readers which page they were led to; the browser itself tells the first one. */
export function PageAnnouncement({ name }: { name: string }): ReactNode {
  const [first] = useState(name);
  const [hasMoved, setHasMoved] = useState(false);
  if (!hasMoved && name !== first) {
    setHasMoved(true);
  }
  return (
    <p className="visually-hidden" aria-live="polite">
      {hasMoved && name}
    </p>
  );
}
