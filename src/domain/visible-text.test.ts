/** Fields that look empty are empty, and invisible characters are removed from others. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { email, optionalPhone, optionalText, requiredText, slug } from './fields.ts';
import { parseTicketCode } from './ticket-code.ts';

/** Characters that are invisible in a field on their own. */
const INVISIBLE = [
  '\u200b \u200c \u200d \u200e \u200f \u2060 \ufeff \u00a0 \u00ad \u202a \u202b \u202c \u202d \u202e \u2066 \u2067 \u2068 \u2069',
  '\u3164 \uffa0 \u115f \u1160 \u2800 \u3000 \u2000 \u2009 \u202f \u205f \u180e \u061c \u034f \ufe0f \u0000 \t \n \u2028 \u2029',
  '\u0085 \u1680 \u{e0001} \u{e0041} \u200b\u3164\u2800',
].flatMap((characters) => characters.split(' '));
const validate = <Output>(schema: v.GenericSchema<string, Output>, text: string) => {
  const read = v.safeParse(schema, text);
  return read.success ? read.output : read.issues[0].message;
};

describe.each(INVISIBLE.map((sign) => [JSON.stringify(sign), sign] as const))('the character %s', (_, sign) => {
  test('counts as empty when alone', () => {
    expect(validate(requiredText(200), sign)).toBe('required');
    expect(validate(requiredText(5000), sign)).toBe('required');
    expect(validate(optionalText(200), sign)).toBe('');
    expect(validate(optionalText(5000), sign)).toBe('');
    expect(validate(email(), sign)).toBe('required');
    expect(validate(optionalPhone(), sign)).toBe('');
    expect(parseTicketCode(sign)).toBeNull();
  });
  test('is removed around names, addresses and codes', () => {
    expect(validate(requiredText(200), `${sign}Anna${sign}`)).toBe('Anna');
    expect(validate(email(), `${sign}ghost@example.com${sign}`)).toBe('ghost@example.com');
    expect(validate(optionalPhone(), `${sign}+4520304050${sign}`)).toBe('+4520304050');
    expect(validate(slug(), `${sign}old-town${sign}`)).toBe('old-town');
    expect(parseTicketCode(`${sign}K7M4PQ2RXW9T${sign}`)).toEqual({ kind: 'ticket', value: 'K7M4PQ2RXW9T' });
  });
});

test('invisible characters are removed within names, but kept within free text', () => {
  expect(validate(requiredText(200), 'An\u200bna\u00adHolm')).toBe('AnnaHolm');
  expect(validate(optionalText(5000), ' 👨\u200d👩\u200d👧 ❤\ufe0f\n')).toBe('👨\u200d👩\u200d👧 ❤\ufe0f');
});
