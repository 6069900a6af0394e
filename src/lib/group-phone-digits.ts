/** Calling codes of one, two and three digits, as the ITU has assigned them. */
const COUNTRY_CODE =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])\d)(\d{6,13})$/;

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
