const formatters = new Map<string, Intl.DateTimeFormat>();
/** Zone → hour since the epoch → the zone's offset in that hour. */
const offsets = new Map<string, Map<number, number | null>>();

const hourMs = 3_600_000;
/** Hours remembered for a zone. */
const maxHours = 20_000;

/**
 * `yyyy-MM-dd hh:mm:ss` in the given zone (contract: Envelope). A list has thousands of times, and asking Intl for each
 * takes longer than reading the folder: it is asked once for each hour.
 */
export function wireTime(date: Date, timeZone: string): string {
  const timeMs = date.getTime();
  const offsetMs = offsetOf(Math.floor(timeMs / hourMs), timeZone);
  if (offsetMs === null) {
    return formatterOf(timeZone).format(date);
  }
  return new Date(timeMs + offsetMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Null in an hour in which the clocks were set, and in years that are not written with four digits. */
function offsetOf(hour: number, timeZone: string): number | null {
  let known = offsets.get(timeZone);
  if (!known) {
    known = new Map();
    offsets.set(timeZone, known);
  }
  let offsetMs = known.get(hour);
  if (offsetMs === undefined) {
    const begin = measureOffset(hour * hourMs, timeZone);
    const end = measureOffset((hour + 1) * hourMs - 1000, timeZone);
    offsetMs = begin === end ? begin : null;
    if (known.size >= maxHours) {
      known.clear();
    }
    known.set(hour, offsetMs);
  }
  return offsetMs;
}

function measureOffset(timeMs: number, timeZone: string): number | null {
  const text = formatterOf(timeZone).format(new Date(timeMs));
  const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
  return isPlain ? Date.parse(`${text.replace(' ', 'T')}Z`) - timeMs : null;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
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
  return formatter;
}
