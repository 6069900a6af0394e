/** What a time zone is called at an instant: "Central European Time"; its id where a language has no word for it. */
export const timeZoneName = (timeZone: string, { at, locale }: { at: string; locale: string }): string =>
  timeZoneNames(timeZone, locale)(at);

/** The same for many instants: what knows the names is dear to make. */
export function timeZoneNames(timeZone: string, locale: string): (at: string) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' });
  return (at) => format.formatToParts(Date.parse(at)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
