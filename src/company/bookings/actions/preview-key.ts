/**
 * Key of a preview request. It contains whether there is an override or a message but not their text, and no notes:
 * free text does not affect the result and would refetch on every keystroke.
 */
export const previewKey = (request: object | null): string | null =>
  request &&
  JSON.stringify(request, (name, value: unknown) =>
    name === 'reasonNote' ? undefined : name === 'override' || name === 'message' ? typeof value === 'string' : value,
  );
