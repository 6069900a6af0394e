/** The fields of a thrown value that an error view shows. */
export interface ErrorDetails {
  statusCode: number;
  statusMessage: string;
  description: string | null;
  stack: string | null;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

export function describeError(thrown: unknown): ErrorDetails {
  const fields = record(thrown);
  // Router errors have `status` and `statusText`; `AppError` uses the names of the specification.
  const status = fields['statusCode'] ?? fields['status'];
  const statusCode = typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
  const statusMessage =
    text(fields['statusMessage']) ?? text(fields['message']) ?? text(fields['statusText']) ?? text(thrown) ?? '';
  return { statusCode, statusMessage, description: text(fields['description']), stack: text(fields['stack']) };
}
