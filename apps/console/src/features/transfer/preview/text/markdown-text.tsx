import type { ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import styles from '../preview.module.css';

/**
 * What may come of a document: elements made here, never its own HTML, which stays text. Links open outside and tell nothing of
 * where they were followed from; pictures are not fetched, for whoever wrote the document would learn who reads it.
 */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ alt, src }) => <em>{alt || (typeof src === 'string' ? src : '')}</em>,
};

/** Markdown drawn as a document; the library makes no HTML of the text and drops addresses that are no links. */
export function MarkdownText({ text }: { text: string }): ReactNode {
  return (
    <div className={styles['document']} tabIndex={0} role="document" data-own-arrows>
      <article>
        <Markdown remarkPlugins={[remarkGfm]} components={components}>
          {text}
        </Markdown>
      </article>
    </div>
  );
}
