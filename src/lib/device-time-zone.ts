/** Returns the device's time zone, such as `Europe/Copenhagen`. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
