import { formatCode } from '../../../domain/codes.ts';

/**
 * Returns a unique name for each person: equal names get the booking's reference, and a number if that is equal, too.
 */
export function distinctNames(people: readonly { name: string; reference: string }[]): string[] {
  const withReference = numbered(people.map(({ name }) => name)).map(({ text, isShared }, at) =>
    isShared ? `${text}, ${formatCode(people[at]!.reference)}` : text,
  );
  return numbered(withReference).map(({ text, isShared, number }) => (isShared ? `${text}, ${number}` : text));
}

/** Numbers equal texts, ignoring case. */
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
