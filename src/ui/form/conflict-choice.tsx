/** Resolves an edit conflict: shows both values field by field and asks which to keep. */
import { Button, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useWatch, type FieldValues, type Path, type PathValue } from 'react-hook-form';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { mergeEdits, valueAt, withTheirs } from '../../domain/merge-edits.ts';
import { Message } from '../states/message.tsx';
import { weight } from '../theme/sizes.ts';
import type { Form } from './use-form.ts';

const useStyles = makeStyles({
  group: { border: 'none', margin: '12px 0 0', padding: 0, minWidth: 0 },
  title: { fontWeight: weight.bold },
  name: { padding: 0, fontWeight: weight.bold },
  value: { overflowWrap: 'anywhere' },
});

export interface ConflictChoiceProps<Values extends FieldValues, Parsed> {
  form: Form<Values, Parsed>;
  /** The server's current values in the form's input format. */
  theirs: Values;
  labels: Partial<Record<Path<Values>, string>>;
  /** Label of a field in a row, such as `prices.{id}.amount`. */
  labelOf?(path: string): string | undefined;
  /** Display text of a value that differs from its input format, such as a select option. */
  show?(name: Path<Values>, value: unknown): string | undefined;
  /** Called when the form holds the chosen values on top of the current version and can be saved again. */
  onResolved(): void;
}

type Side = 'mine' | 'theirs';

function formatValue(intl: IntlShape, value: unknown): string {
  if (value === true || value === false) return intl.formatMessage({ id: value ? 'stale.on' : 'stale.off' });
  return value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? intl.formatMessage({ id: 'stale.empty' })
    : String(value);
}

export function ConflictChoice<Values extends FieldValues, Parsed>(props: ConflictChoiceProps<Values, Parsed>) {
  const { form, theirs, labels, labelOf, show, onResolved } = props;
  const styles = useStyles();
  const intl = useIntl();
  // Merged again on each change, as the form stays editable while the person chooses.
  useWatch({ control: form.control });
  const mine = form.getValues();
  const { merged, conflicts } = mergeEdits({ base: form.formState.defaultValues as Values, mine, theirs });
  const [sides, setSides] = useState<Partial<Record<string, Side>>>({});
  const undecided = conflicts.some((name) => sides[name] === undefined);

  const textOf = (name: Path<Values>, value: unknown) => show?.(name, value) ?? formatValue(intl, value);
  const labelFor = (name: Path<Values>) => labels[name] ?? labelOf?.(name) ?? name;

  function resolve(): void {
    form.reset(theirs);
    const resolved = withTheirs(merged, { theirs, paths: conflicts.filter((path) => sides[path] === 'theirs') });
    for (const name of Object.keys(theirs) as Path<Values>[])
      form.setValue(name, resolved[name] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    onResolved();
  }

  return (
    <Message
      state="attention"
      actions={
        <Button appearance="primary" disabledFocusable={undecided} onClick={() => !undecided && resolve()}>
          <FormattedMessage id={conflicts.length > 0 ? 'stale.use' : 'stale.both'} />
        </Button>
      }
    >
      {/* Without the choices, whose labels change while the person types. */}
      <div role="alert">
        <div className={styles.title}>
          <FormattedMessage id="stale.title" />
        </div>
        <FormattedMessage id={conflicts.length > 0 ? 'stale.text' : 'stale.merged'} />
      </div>
      {(conflicts as Path<Values>[]).map((name) => (
        <fieldset key={name} className={styles.group}>
          <legend className={styles.name}>{labelFor(name)}</legend>
          <RadioGroup
            aria-label={labelFor(name)}
            value={sides[name] ?? ''}
            onChange={(_, data) => setSides({ ...sides, [name]: data.value as Side })}
          >
            <Radio
              className={styles.value}
              value="mine"
              label={intl.formatMessage({ id: 'stale.mine' }, { value: textOf(name, valueAt(mine, name)) })}
            />
            <Radio
              className={styles.value}
              value="theirs"
              label={intl.formatMessage({ id: 'stale.theirs' }, { value: textOf(name, valueAt(theirs, name)) })}
            />
          </RadioGroup>
        </fieldset>
      ))}
    </Message>
  );
}
