import axe from 'axe-core';

/** What axe finds wrong with the page as drawn: rule and element. Colours need a layout, which jsdom has not. */
export async function findA11yFaults(container: Element): Promise<string[]> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
