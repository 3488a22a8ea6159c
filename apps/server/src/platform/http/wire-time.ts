const formatters = new Map<string, Intl.DateTimeFormat>();

/** `yyyy-MM-dd hh:mm:ss` in the given zone (contract: Envelope). */
export function wireTime(date: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    // The Swedish locale writes dates this way.
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(date);
}
