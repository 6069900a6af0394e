/** Files as real spreadsheets and other systems export them. */

/** Title and dates (`YYYY-MM-DD`) of a fixture's tour. */
export interface FileOf {
  tour: string;
  days: readonly [string, string];
}

/**
 * Encodes a text as Windows-1252, the default of spreadsheets on Windows. Of its special characters only € is
 * supported.
 */
export const windows1252 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...text].map((sign) => (sign === '€' ? 0x80 : (sign.codePointAt(0) ?? 0x3f))));

const dmy = (day: string) => day.split('-').reverse().join('-');
/** Returns a spreadsheet's serial number of a day, counted from 30 December 1899. */
export const serialOf = (day: string) => String((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);

export const DANISH_HEADINGS =
  'Bookingnummer;Tur;Dato;Tid;Navn;Telefon;E-mail;Voksne;Børn;Pris;Betalt;Status;Bemærkninger';

/**
 * Returns a Danish office's list: semicolons, CRLF, Danish headings and decimals, days as d-m-Y and one as a serial
 * number, telephone numbers without +, a quoted line break, and one row with two bad cells.
 */
export function danishFile({ tour, days: [first, other] }: FileOf): string {
  return [
    DANISH_HEADINGS,
    `OTA-1001;${tour};${dmy(first)};12:00;Søren Ærø;20304050;soren@ærø.dk;2;;"100,00";"50,00";Bekræftet;"Kommer med bus\nog en hund"`,
    `OTA-1002;${tour};${dmy(other)};12.00;Åse Lund;4520304051;aase@lund.dk;1;;50;0;Bekræftet;`,
    `OTA-1003;${tour};${serialOf(first)};0,5;Jørgen Holm;+45 20 30 40 52;;3;;"150,00 kr.";"1.50,00";Bekræftet;`,
    `OTA-1004;${tour};${dmy(first)};12:00;Bodil Vang;;bodil@vang.dk;1;;50;50;Afventer;`,
    '',
  ].join('\r\n');
}

/** Returns an export of `rows` rows, for measurements. */
export function largeFile(rows: number, { tour, days }: { tour: string; days: readonly string[] }): string {
  const lines = [
    'Booking reference,Product,Travel date,Start time,Customer,Email,Phone,Adults,Total price,Paid,Currency,Notes',
  ];
  for (let n = 0; n < rows; n += 1)
    lines.push(
      `X-${n},${tour},${days[n % days.length]},12:00,Anna Holm ${n},anna${n}@holm.test,+4520${String(n).padStart(6, '0')},1,50.00,50.00,DKK,"Arrives by train, late"`,
    );
  return `${lines.join('\r\n')}\r\n`;
}
