/** Where neither the environment nor a setting says another. */
export const defaultTimeZone = 'Asia/Shanghai';

/** Whether the runtime knows a zone of this name. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
