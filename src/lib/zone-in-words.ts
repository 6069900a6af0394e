/** What a time zone is called at an instant: "Central European Time"; its id where a language has no word for it. */
export const zoneInWords = (timeZone: string, { at, locale }: { at: string; locale: string }): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(Date.parse(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
