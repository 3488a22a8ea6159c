import { DomainError } from '../../platform/http/domain-error.js';

/**
 * Acts on each item, whatever is refused for others.
 * @throws after the last one the first refusal; where only some were refused, within a `Partly` error that names these
 */
export async function actOnEach(
  items: Iterable<string>,
  act: (item: string) => Promise<void>,
  Partly: new (failed: readonly string[], first: DomainError) => DomainError,
): Promise<void> {
  const wanted = new Set(items);
  const failed: string[] = [];
  let first: DomainError | undefined;
  for (const item of wanted) {
    try {
      await act(item);
    } catch (error) {
      if (!(error instanceof DomainError)) {
        throw error;
      }
      failed.push(item);
      first ??= error;
    }
  }
  if (first) {
    throw failed.length < wanted.size ? new Partly(failed, first) : first;
  }
}
