/** One digit, or two as the ITU has assigned them, or three. */
const COUNTRY_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{6,11})$/;

/**
 * Groups the digits of a stored number: `+45 33 11 22 33`. For guest pages and mails, which don't load the numbering
 * plans of all countries; elsewhere use `PhoneNumber`. Returns anything else as it is.
 */
export function groupPhoneDigits(phone: string): string {
  const [, code, digits] = COUNTRY_CODE.exec(phone) ?? [];
  if (!code || !digits) return phone;
  // An odd number begins with a group of three.
  return [`+${code}`, ...(digits.match(/^\d{3}(?=(?:\d\d)+$)|\d\d/g) ?? [])].join('\u00a0');
}
