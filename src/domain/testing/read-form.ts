/** Validates form values for tests: returns the output, or the error code of each field's first issue. */
import * as v from 'valibot';

export function readForm<Output>(
  schema: v.GenericSchema<unknown, Output>,
  input: unknown,
): { output: Output } | { issues: Record<string, string> } {
  const result = v.safeParse(schema, input);
  if (result.success) return { output: result.output };
  const issues: Record<string, string> = {};
  for (const issue of result.issues) issues[v.getDotPath(issue) ?? ''] ??= issue.message;
  return { issues };
}
