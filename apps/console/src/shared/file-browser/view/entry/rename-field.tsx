import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/api-error.js';
import fields from '../../../ui/form/plain-field.module.css';
import { nameProblem, stemLength } from '../../file-names.js';
import type { FileEntry } from '../../file-space.js';
import { lazyComponent } from '../../../ui/lazy-component.js';

interface RenameFieldProps {
  item: FileEntry;
  /** A rejection's sentence is shown at the field. */
  onCommit: (name: string) => Promise<void>;
  onCancel: () => void;
}

const RenameProblem = lazyComponent(
  async () => (await import('./rename-problem.js')).RenameProblem,
);

/** Until then losing the focus is not leaving: a menu that closes has taken it. */
const settleMs = 60;

/** A name as a field, where it stands: Enter or leaving it renames, Escape leaves the name as it was. */
export function RenameField({ item, onCommit, onCancel }: RenameFieldProps): ReactNode {
  const { t } = useTranslation('files');
  const [name, setName] = useState(item.localPath);
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const isSettled = useRef(false);
  const problem = nameProblem(name);
  const stem = stemLength(item);

  // At once, so that nothing typed is lost or selected anew.
  useLayoutEffect(() => {
    const focusField = (): void => {
      input.current?.focus();
      input.current?.setSelectionRange(0, stem);
    };
    focusField();
    // A menu that was used to get here gives the focus back to the list when it closes: then the field takes it again.
    const timer = setTimeout(() => {
      isSettled.current = true;
      if (document.activeElement !== input.current) {
        focusField();
      }
    }, settleMs);
    return () => clearTimeout(timer);
  }, [stem]);

  const commit = async (): Promise<void> => {
    if (problem || isOver.current) {
      return;
    }
    isOver.current = true;
    try {
      await onCommit(name.trim());
    } catch (error) {
      isOver.current = false;
      setRefusal(messageOf(error));
      input.current?.focus();
    }
  };
  const leave = (): void => {
    if (problem || refusal !== null) {
      isOver.current = true;
      onCancel();
    } else {
      void commit();
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      void commit();
    } else if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      isOver.current = true;
      onCancel();
    }
  };
  const says = problem ? t(problem) : refusal;
  return (
    <>
      <input
        ref={input}
        className={`${fields['field']} ${fields['small']}`}
        value={name}
        maxLength={255}
        aria-label={t('renameTo')}
        aria-invalid={says !== null}
        onChange={(event) => {
          setName(event.target.value);
          setRefusal(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => isSettled.current && !isOver.current && document.hasFocus() && leave()}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {says !== null && <RenameProblem says={says} />}
    </>
  );
}
