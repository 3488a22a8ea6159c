/** What a person did to a row, or with a key, before there was code to answer. */
interface KeptInput {
  event: Event;
  /** The name of the entry that it was done to; null: to the list. */
  name: string | null;
  isCheck: boolean;
}

const pointing = ['pointerdown', 'pointerup', 'click', 'dblclick', 'contextmenu'] as const;
/** Keys that would scroll the page or select its words: they mean the rows. */
const rowKeys = /^( |Arrow.*|Page.*|Home|End|F2)$/;

/** What comes later than this is not taken for the answer to a click. Milliseconds. */
const keptMs = 15_000;

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;

/** Shows at once that a click has been seen: the row is marked as it will be. */
function mark(list: HTMLElement, row: HTMLElement, isMore: boolean): void {
  const isMarked = row.hasAttribute('data-marked');
  if (!isMore) {
    list.querySelectorAll('[data-marked]').forEach((other) => other.removeAttribute('data-marked'));
  }
  row.toggleAttribute('data-marked', isMore ? !isMarked : true);
  list.querySelectorAll<HTMLElement>('[data-at]').forEach((one) => {
    one.querySelectorAll('input').forEach((box) => (box.checked = one.hasAttribute('data-marked')));
  });
}

/** The same event as a new one: one that was dispatched cannot be again. */
const copyOf = (event: Event): Event => Reflect.construct(event.constructor, [event.type, event]);

function replay({ event, name, isCheck }: KeptInput, grid: Element): void {
  const rows = [...grid.querySelectorAll<HTMLElement>('[data-index]')];
  const row = rows.find((one) => one.dataset['name'] === name);
  if (name === null || row) {
    const target = isCheck ? row?.querySelector('[data-check]') : row;
    (target ?? grid).dispatchEvent(copyOf(event));
  }
}

/** The files as their code draws them; not when something else has come, or they come too late. */
const drawnFiles = (): Promise<Element> =>
  new Promise((resolve) => {
    const check = (): void => {
      const grid = document.querySelector('[role=grid] [data-index]')?.closest('[role=grid]');
      if (grid) {
        observer.disconnect();
        resolve(grid);
      }
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), keptMs);
  });

/**
 * Keeps what is done to the first rows, and does it to the real ones as soon as these are there, in the same order: no click
 * and no key is lost because the code was still on its way.
 */
export function keepInput(list: HTMLElement): void {
  const kept: KeptInput[] = [];
  const keep = (event: Event): void => {
    const row = rowOf(event.target);
    const isCheck = event.target instanceof Element && event.target.closest('[data-box]') !== null;
    kept.push({ event, name: row?.dataset['name'] ?? null, isCheck });
    list.toggleAttribute('data-waiting', true);
  };
  const onPoint = (event: Event): void => {
    keep(event);
    const row = rowOf(event.target);
    if (event.type === 'contextmenu') {
      event.preventDefault();
    } else if (event.type === 'click' && row && event instanceof MouseEvent) {
      const isCheck = (event.target as Element).closest('[data-box]') !== null;
      mark(list, row, isCheck || event.ctrlKey || event.metaKey);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!list.isConnected) {
      return;
    }
    const isAll = (event.ctrlKey || event.metaKey) && event.key === 'a';
    if (event.key !== 'Tab' && !event.isComposing) {
      keep(event);
    }
    if (isAll || rowKeys.test(event.key)) {
      event.preventDefault();
    }
  };
  pointing.forEach((type) => list.addEventListener(type, onPoint));
  document.addEventListener('keydown', onKey);

  void drawnFiles().then(async (grid) => {
    document.removeEventListener('keydown', onKey);
    const { href } = location;
    for (const input of kept) {
      // Each finds what the one before it has made of the page; where that led elsewhere, the rest is over.
      await new Promise((resolve) => setTimeout(resolve));
      if (location.href !== href) {
        return;
      }
      replay(input, grid);
    }
  });
}
