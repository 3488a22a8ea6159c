import type { Locator, Page } from 'playwright-core';

/** More stops than any page has: who has not come there by then does not come there. */
const mostStops = 150;

/** Where the focus is, seen from an element, and how the element and what is around it are drawn. */
function lookAt(element: Element): { where: 'there' | 'beside' | 'elsewhere'; look: string } {
  const { activeElement: focused } = document;
  const bar = element.closest('[role=toolbar]');
  const where = element === focused ? 'there' : bar?.contains(focused) ? 'beside' : 'elsewhere';
  // A box is drawn beside its input; fields and editors have a frame.
  const isBox = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
  const drawn = isBox ? [...(element.parentElement?.children ?? [])] : [element];
  for (let outer = element.parentElement; outer && drawn.length < 6; outer = outer.parentElement) {
    drawn.push(outer);
  }
  const look = drawn.map((part) => {
    const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
    return [outline, boxShadow, borderColor, backgroundColor].join();
  });
  // A list marks the entry that keys act on.
  return { where, look: `${look.join('|')}|${element.getAttribute('aria-activedescendant')}` };
}

/** A user without a mouse. */
export class Keys {
  constructor(private readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /**
   * Goes on by Tab, and within its toolbar by an arrow key, until `place` has the focus; fails when it never gets it, or looks as it
   * did before it had it (SC 2.4.7).
   */
  async reach(place: Locator): Promise<void> {
    await place.waitFor();
    const seen: string[] = [];
    let before: string | undefined;
    for (let stop = 0; stop < mostStops; stop += 1) {
      const { where, look } = await place.evaluate(lookAt);
      if (where === 'there') {
        if (look === before) {
          throw new Error(`Nothing shows that the focus is at ${place}.`);
        }
        return;
      }
      before = look;
      await this.page.keyboard.press(where === 'beside' ? 'ArrowRight' : 'Tab');
      seen.push(await this.focusedName());
    }
    throw new Error(`The keyboard does not reach ${place}. It came by:\n${seen.join('\n')}`);
  }

  /** Reaches a button, a link or a field, and presses Enter there. */
  async enter(place: Locator): Promise<void> {
    await this.reach(place);
    await this.page.keyboard.press('Enter');
  }

  /** Waits until `place` has the focus by itself: where what opens begins, and where what closes gives it back. */
  async expectAt(place: Locator): Promise<void> {
    // Some controls hide their input and draw themselves beside it.
    await place.and(this.page.locator(':focus')).waitFor({ state: 'attached' });
  }

  /** Chooses an item of the menu that is open. */
  async chooseInMenu(name: string): Promise<void> {
    const item = this.page.getByRole('menuitem', { name, exact: true });
    await item.waitFor();
    for (let stop = 0; stop < mostStops; stop += 1) {
      const isThere = await item.evaluate(
        (element) =>
          element === document.activeElement || element.className.includes('-item-active'),
      );
      if (isThere) {
        await this.page.keyboard.press('Enter');
        return;
      }
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`The arrow keys do not reach "${name}" in the menu.`);
  }

  private focusedName(): Promise<string> {
    return this.page.evaluate(() => {
      const { activeElement: element } = document;
      const name = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      return `${element?.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`;
    });
  }
}
