import { isTyping } from './is-typing.js';

const modifiers = new Set(['Alt', 'AltGraph', 'CapsLock', 'Control', 'Meta', 'Shift']);

/** Whether a key is for moving about or working what has the focus; shortcuts and what is typed into a field are not. */
const isForFocus = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  key === 'Tab' || !(altKey || ctrlKey || metaKey || modifiers.has(key) || isTyping(target));

/** Says on the page's root, as `data-keyboard`, that the user works by keys now: only then what has the focus wears a ring. */
export function markKeyboard(): void {
  const root = document.documentElement;
  const listen = { capture: true, passive: true };
  addEventListener(
    'keydown',
    (event) => {
      if (isForFocus(event)) {
        root.toggleAttribute('data-keyboard', true);
      }
    },
    listen,
  );
  addEventListener('pointerdown', () => root.removeAttribute('data-keyboard'), listen);
}
