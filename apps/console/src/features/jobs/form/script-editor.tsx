import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder as placeholderOf,
} from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import styles from './script.module.css';

/** What the style that comes with the library tells apart, with our colours, which follow the theme. */
const classes: Record<string, string | undefined> = {
  keyword: styles['keyword'],
  comment: styles['comment'],
  'definition(variableName)': styles['name'],
  meta: styles['comment'],
};
const highlighting = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ tag }) => {
    const names = [tag].flat().map(String);
    const own = names.map((name) => classes[name]).find((known) => known !== undefined);
    const isText = names.some((name) => name.includes('string'));
    const isValue = names.includes('atom') || names.includes('literal');
    const text = isText ? styles['text'] : undefined;
    return { tag, class: own ?? text ?? (isValue ? styles['value'] : '') ?? '' };
  }),
);

export interface ScriptEditorProps {
  value: string;
  onChange: (text: string) => void;
  onBlur?: (() => void) | undefined;
  label: string;
  placeholder: string;
  isInvalid: boolean;
  ref?: Ref<{ focus: () => void }> | undefined;
}

/** A shell script with line numbers and colours. Tab indents; Escape, then Tab leaves. */
export function ScriptEditor(props: ScriptEditorProps): ReactNode {
  const { value, label, placeholder, ref } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!place.current) {
      return undefined;
    }
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          indentUnit.of('    '),
          StreamLanguage.define(shell),
          syntaxHighlighting(highlighting),
          placeholderOf(placeholder),
          // Ctrl+Enter submits the form; of itself it would add a line.
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }])),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({
            'aria-label': label,
            spellcheck: 'false',
            autocapitalize: 'off',
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              latest.current.onChange(update.state.doc.toString());
            }
          }),
          EditorView.domEventHandlers({ blur: () => latest.current.onBlur?.() }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, placeholder]);
  useEffect(() => {
    const doc = view.current?.state.doc;
    if (doc && doc.toString() !== value) {
      view.current?.dispatch({ changes: { from: 0, to: doc.length, insert: value } });
    }
  }, [value]);
  useImperativeHandle(ref, () => ({ focus: () => view.current?.focus() }), []);
  return (
    <div
      ref={place}
      className={`${styles['editor']} ${props.isInvalid ? styles['invalid'] : ''}`}
    />
  );
}
