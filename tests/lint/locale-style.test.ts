import { parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { endsAlike, styleProblems, type Locale } from '../locale-style.ts';

const problems = (locale: Locale, message: string, id = 'any.id') => styleProblems(locale, id, parse(message));

describe('styleProblems', () => {
  test.each([
    ['en', 'Don’t save', []],
    ['en', "Don''t save", ['straight quotes']],
    ['en', 'Save "all"', ['straight quotes']],
    ['en', 'Saving...', ['three dots instead of “…”']],
    ['en', 'Saving …', ['a space before “…”']],
    ['en', 'SUMMER25, …', []],
    ['en', 'Key …{end}', []],
    ['da', 'Gemmer …', []],
    ['da', 'Gemmer…', ['no space before “…”']],
    ['en', 'Save  all', ['two spaces']],
    ['en', '{count, plural, =0 {} other {# guests}} {kind, select, a {x} other {}}', ['a space at an end']],
    ['en', 'Wi‑Fi', ['a character that the typeface lacks']],
    ['en', '{fact}: {before} → {after}', []],
    ['en', 'Save all.', ['a full stop after a label']],
    ['en', '{count, plural, one {Saved.} other {# were saved today.}}', ['a full stop after a label']],
    ['es', 'Guardar todo.', []],
    ['en', 'x'.repeat(200), []],
    ['en', `{kind, select, a {short} other {${'x'.repeat(201)}}}`, ['over 200 characters']],
    ['en', 'Whoever is here', ['“whoever|whomever”: write “the role”']],
    ['en', 'Letterhead', []],
    ['da', 'Din email', ['“e-mails?|emails?”: write “mail”']],
    ['it', 'La tua e-mail', ['“e-mails?”: write “email”']],
  ] as const)('%s %j', (locale, message, expected) => expect(problems(locale, message)).toEqual(expected));

  test('allows listed exceptions', () => {
    expect(problems('en', 'Too long.', 'import.reason.too_long')).toEqual([]);
    expect(problems('en', 'x'.repeat(300), 'mail.text')).toEqual([]);
  });
});

test.each([
  ['Saved.', 'Guardado.', true],
  ['Saved.', 'Guardado', false],
  ['Sure?', '¿Seguro?', true],
  ['{count, plural, one {Saved.} other {Saved}}', '{count, plural, other {Guardado.}}', false],
])('%j ends as %j: %s', (english, spanish, expected) =>
  expect(endsAlike(parse(english), parse(spanish))).toBe(expected),
);
