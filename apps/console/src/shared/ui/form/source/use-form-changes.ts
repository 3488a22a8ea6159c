import type { FormInstance } from 'antd';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedOf, isSameValue, mergedValue } from './form-changes.js';
import type { FormSource } from './use-form-source.js';

type Fields = Record<string, unknown>;

interface FieldState {
  name: string | number | (string | number)[];
  warnings?: string[] | undefined;
}

interface FormChanges<Values> {
  isDirty: () => boolean;
  /** What stands there now is saved. */
  markSaved: () => void;
  /** What somebody changed of the values, against what holds now. */
  changedIn: (values: Values) => Partial<Values>;
  /** Takes the values of others in place of one's own; null where both changed no field. */
  takeTheirs: (() => void) | null;
  /** For the form: what it says of a field is lost with the next check of the field. */
  keepNotes: (fields: readonly FieldState[]) => void;
}

/**
 * What somebody changed of a form since it was opened or saved. What others change meanwhile is said beside the field: a field
 * that was left alone takes the new value, another keeps its own until the new one is taken.
 */
export function useFormChanges<Values extends object>(
  form: FormInstance<Values>,
  source: FormSource<Partial<Values>> | null | undefined,
): FormChanges<Values> {
  const { t } = useTranslation('common');
  const base = useRef<Fields>({});
  const seen = useRef<Fields>({});
  const notes = useRef(new Map<string, string>());
  const [theirs, setTheirs] = useState<Fields>({});
  const valuesOf = useCallback((): Fields => form.getFieldsValue() as Fields, [form]);
  const setField = useCallback(
    (name: string, more: object) =>
      form.setFields([{ name, ...more }] as Parameters<typeof form.setFields>[0]),
    [form],
  );
  const first = source?.first;
  const now = source?.now as Fields | undefined;
  const isKnown = first !== undefined;
  const markSaved = useCallback(() => {
    base.current = { ...base.current, ...valuesOf() };
  }, [valuesOf]);
  useLayoutEffect(() => {
    if (first) {
      // A dialog is open already while it is asked what it begins with.
      form.setFieldsValue(first as Parameters<typeof form.setFieldsValue>[0]);
    }
    base.current = { ...first };
    seen.current = { ...first };
    markSaved();
    // What a form begins with is read once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown, markSaved]);

  useEffect(() => {
    if (!now) {
      return;
    }
    for (const [name, mine] of Object.entries(valuesOf())) {
      const before = base.current[name];
      const next = now[name];
      // What was saved here is news only when it comes back: until then the old value is known already.
      if (isSameValue(seen.current[name], next)) {
        continue;
      }
      seen.current[name] = next;
      base.current[name] = next;
      if (isSameValue(mine, next)) {
        continue;
      }
      const value = mergedValue(before, mine, next);
      const isSimple = ['string', 'number'].includes(typeof next) && next !== '';
      const note = isSimple
        ? t('changedMeanwhileTo', { value: String(next) })
        : t('changedMeanwhile');
      notes.current.set(name, note);
      setField(name, { value, warnings: [note] });
      if (!isSameValue(value, next) && isSameValue(value, mine)) {
        setTheirs((known) => ({ ...known, [name]: next }));
      }
    }
  }, [now, setField, t, valuesOf]);

  const changedIn = useCallback((values: Values) => changedOf(base.current, values), []);
  const isDirty = useCallback(
    () => form.isFieldsTouched() && Object.keys(changedOf(base.current, valuesOf())).length > 0,
    [form, valuesOf],
  );
  const keepNotes = useCallback(
    (fields: readonly FieldState[]): void => {
      for (const { name, warnings } of fields) {
        const key = String(Array.isArray(name) ? name[0] : name);
        const note = notes.current.get(key);
        if (note !== undefined && !warnings?.includes(note)) {
          setField(key, { warnings: [note] });
        }
      }
    },
    [setField],
  );
  const takeTheirs = (): void => {
    for (const [name, value] of Object.entries(theirs)) {
      setField(name, { value, touched: false, errors: [] });
    }
    setTheirs({});
  };
  const memo = useMemo(
    () => ({ isDirty, markSaved, changedIn, keepNotes }),
    [isDirty, markSaved, changedIn, keepNotes],
  );
  return { ...memo, takeTheirs: Object.keys(theirs).length > 0 ? takeTheirs : null };
}
