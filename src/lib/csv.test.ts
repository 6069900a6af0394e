import { expect, test } from 'vitest';
import { escapeCsvCell, csvTable, csvFormatOf } from './csv.ts';

test.each(['=1+1', '+45', '-2', '@x', '\t=1', '\r=1'])('%j cannot become a formula', (text) => {
  expect(escapeCsvCell(text).replace(/^"/, '').startsWith("'")).toBe(true);
});

test('quotes text where needed and leaves numbers unquoted', () => {
  expect(
    csvTable([
      ['a', 'b,c', 'say "hi"', -5, null, true],
      ['line\nbreak', 'x;y', '', 0, undefined, false],
    ]),
  ).toBe('a,"b,c","say ""hi""",-5,,true\r\n"line\nbreak","x;y",,0,,false\r\n');
});

test('with semicolons and decimal commas, negative amounts stay numbers', () => {
  expect(csvTable([[-12.5, 'a,b', 'x;y', '-1']], csvFormatOf('da'))).toBe('-12,5;"a,b";"x;y";\'-1\r\n');
  expect(csvTable([[1.5]], { decimal: ',' })).toBe('"1,5"\r\n');
});
