/** What an error view shows of whatever was thrown. */
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
  // The router answers `status` and `statusText`, our own errors the names of the specification.
  const status = fields['statusCode'] ?? fields['status'];
  const statusCode = typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
  const statusMessage =
    text(fields['statusMessage']) ?? text(fields['message']) ?? text(fields['statusText']) ?? text(thrown) ?? '';
  return { statusCode, statusMessage, description: text(fields['description']), stack: text(fields['stack']) };
}
