/**
 * Key of a preview request. Of an override and a message it has only whether there is one, and nothing of a note: their
 * text does not affect the result and would refetch on every keystroke.
 */
export const previewKey = (request: object | null): string | null =>
  request &&
  JSON.stringify(request, (name, value: unknown) =>
    name === 'reasonNote' ? undefined : name === 'override' || name === 'message' ? typeof value === 'string' : value,
  );
