import type { FieldValues } from 'react-hook-form';
import type { Form } from './use-form.ts';

/** Sends a form's values from a dialog's button: false while something is to be mended, else what sending answers. */
export async function submitForm<Typed extends FieldValues, Read>(
  form: Form<Typed, Read>,
  send: (values: Read) => Promise<boolean>,
): Promise<boolean> {
  let worked = false;
  await form.handleSubmit(async (values) => {
    worked = await send(values);
  })();
  return worked;
}
