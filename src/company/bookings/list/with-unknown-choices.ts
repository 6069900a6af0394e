import type { Choice } from '../../../ui/choices/choice-list.tsx';

/** Adds selected values that are not among the known choices, so that they can be deselected; ids are shortened. */
export const withUnknownChoices = (known: readonly Choice[], chosen: readonly string[]): readonly Choice[] => [
  ...known,
  ...chosen
    .filter((value) => !known.some((one) => one.value === value))
    .map((value) => ({ value, label: /^[0-9a-f-]{36}$/.test(value) ? value.slice(0, 8) : value })),
];
