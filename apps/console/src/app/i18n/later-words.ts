import { addWords } from '../../shared/i18n/i18n.js';
import { laterWords, type Namespace } from '../features.js';

/** Brings the words of namespaces that are needed now. @throws Error when they cannot be fetched */
export async function bringWords(...namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => addWords(namespace, laterWords[namespace])));
}

/** Code with the words that it needs. @throws Error when one of them cannot be fetched */
export async function withWords<Code>(
  namespaces: readonly Namespace[],
  code: Promise<Code>,
): Promise<Code> {
  const [fetched] = await Promise.all([code, bringWords(...namespaces)]);
  return fetched;
}
