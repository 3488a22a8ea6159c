/** Where the uploaded icon of a menu is served; null for none, or for anything that is no icon of ours. */
export function iconUrl(menuIcon: string | null | undefined): string | null {
  const path = /^(?:\/api)?(\/menu\/icon\/[0-9a-f]{64}\.(?:png|jpg))$/.exec(menuIcon ?? '')?.[1];
  return path ? `/api${path}` : null;
}
