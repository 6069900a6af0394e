import type { FieldValues } from 'react-hook-form';
import type { Form } from './use-form.ts';

/** Submits a form from a dialog's button. Resolves to false if the form is invalid, else to the result of `send`. */
export async function submitForm<Values extends FieldValues, Parsed>(
  form: Form<Values, Parsed>,
  send: (values: Parsed) => Promise<boolean>,
): Promise<boolean> {
  let worked = false;
  await form.handleSubmit(async (values) => {
    worked = await send(values);
  })();
  return worked;
}
