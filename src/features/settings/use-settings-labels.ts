import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';

/** Names of settings that have a label, such as `settings.holdMinutes`. */
type LabelledName = MessageId extends infer Id ? (Id extends `settings.${infer Name}` ? Name : never) : never;

/** Returns the label of each field of a settings form, in its order. */
export function useSettingsLabels<Name extends LabelledName>(form: {
  entries: Record<Name, unknown>;
}): Record<Name, string> {
  const intl = useIntl();
  const labels = Object.keys(form.entries).map((name) => [
    name,
    intl.formatMessage({ id: `settings.${name as LabelledName}` }),
  ]);
  return Object.fromEntries(labels) as Record<Name, string>;
}
