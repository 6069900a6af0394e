import { formatCode } from '../../../domain/codes.ts';

/**
 * Returns a name for each person that nobody else in the list has: whoever shares a name gets the reference of their booking behind it,
 * and a number where they share that, too.
 */
export function distinctNames(people: readonly { name: string; reference: string }[]): string[] {
  const withReference = numbered(people.map(({ name }) => name)).map(({ text, isShared }, at) =>
    isShared ? `${text}, ${formatCode(people[at]!.reference)}` : text,
  );
  return numbered(withReference).map(({ text, isShared, number }) => (isShared ? `${text}, ${number}` : text));
}

/** Counts each text among its equals, as they are heard: without case. */
function numbered(texts: readonly string[]): { text: string; isShared: boolean; number: number }[] {
  const normalized = texts.map((text) => text.trim().toLowerCase());
  const totals = new Map<string, number>();
  const numbers = normalized.map((text) => {
    const number = (totals.get(text) ?? 0) + 1;
    totals.set(text, number);
    return number;
  });
  return texts.map((text, at) => ({ text, isShared: totals.get(normalized[at]!)! > 1, number: numbers[at]! }));
}
