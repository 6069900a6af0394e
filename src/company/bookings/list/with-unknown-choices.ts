import type { Choice } from '../../../ui/choices/choice-list.tsx';

/** Adds selected values that are not among the known choices, so that they can be deselected; ids are shortened. */
export const withUnknownChoices = (knownChoices: readonly Choice[], selected: readonly string[]): readonly Choice[] => [
  ...knownChoices,
  ...selected
    .filter((value) => !knownChoices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: /^[0-9a-f-]{36}$/.test(value) ? value.slice(0, 8) : value })),
];
