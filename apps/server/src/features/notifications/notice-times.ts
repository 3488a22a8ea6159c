const quarterMs = 900_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** Days are 25 hours long at most, and one more may be missed where a clock is set forward. */
const scannedQuarters = 27 * 4;

/** What comes within this time is one mail. */
export const gatheredMs = 120_000;
/** Between two mails to a user lies this at least. */
export const betweenMailsMs = 600_000;

/** Full hours of the day, the first included, the last not; past midnight too. */
export interface QuietHours {
  from: number;
  to: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at an instant, as if it were UTC. */
function wallMs(instantMs: number, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  const parts = Object.fromEntries(
    formatter.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}

const hourOf = (instant: Date, timeZone: string): number =>
  Math.floor((wallMs(instant.getTime(), timeZone) % dayMs) / hourMs);

/** Whether an instant lies in the quiet hours of a zone. */
export function isQuietAt(instant: Date, quiet: QuietHours | null, timeZone: string): boolean {
  if (!quiet) {
    return false;
  }
  const hour = hourOf(instant, timeZone);
  const { from, to } = quiet;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

/**
 * The first instant, this one included, at which the clocks of a zone reach a full hour. Where they are set forward past it, that is the
 * moment of it; where they are set back and show it twice, the first time.
 */
export function nextAtHour(hour: number, timeZone: string, after: Date): Date {
  const first = Math.ceil(after.getTime() / quarterMs) * quarterMs;
  const dayOf = (instantMs: number): number =>
    Math.floor((wallMs(instantMs, timeZone) - hour * hourMs) / dayMs);
  for (let at = first, day = dayOf(first - quarterMs); ; at += quarterMs) {
    const reached = dayOf(at);
    if (reached > day || at > first + scannedQuarters * quarterMs) {
      return new Date(at);
    }
    day = Math.max(day, reached);
  }
}

/** What says when a user is mailed. */
export interface MailTimes {
  mailMode: 'soon' | 'daily';
  digestHour: number;
  quietHours: QuietHours | null;
  timeZone: string;
  /** When the last mail went. */
  mailedAt: Date | null;
}

/** When what waits goes out, the oldest of which came at `since`: now or before, or later. What waits goes together then. */
export function mailTimeOf(times: MailTimes, since: Date, now: Date): Date {
  const { mailMode, digestHour, quietHours, timeZone, mailedAt } = times;
  const wanted =
    mailMode === 'daily'
      ? nextAtHour(digestHour, timeZone, since).getTime()
      : Math.max(since.getTime() + gatheredMs, (mailedAt?.getTime() ?? 0) + betweenMailsMs);
  const due = new Date(Math.max(wanted, now.getTime()));
  return quietHours && isQuietAt(due, quietHours, timeZone)
    ? nextAtHour(quietHours.to, timeZone, due)
    : due;
}
