/** Returns a time zone's name at an instant ("Central European Time"), or its id if the language has none. */
export const timeZoneName = (timeZone: string, { at, locale }: { at: string; locale: string }): string =>
  timeZoneNames(timeZone, locale)(at);

/** Returns `timeZoneName` for many instants; the formatter is expensive to create. */
export function timeZoneNames(timeZone: string, locale: string): (at: string) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' });
  return (at) => format.formatToParts(Date.parse(at)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
