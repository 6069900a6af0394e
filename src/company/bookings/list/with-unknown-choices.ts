import type { Choice } from '../../../ui/choices/choice-list.tsx';

/** What the address or a view names and nobody knows stays chosen, and can be taken back; of an id its beginning is said. */
export const withUnknownChoices = (known: readonly Choice[], chosen: readonly string[]): readonly Choice[] => [
  ...known,
  ...chosen
    .filter((value) => !known.some((one) => one.value === value))
    .map((value) => ({ value, label: /^[0-9a-f-]{36}$/.test(value) ? value.slice(0, 8) : value })),
];
