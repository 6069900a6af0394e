/** A day or a time that is typed where there is no form around it: read as `DateField` and `TimeField` read, and said when it cannot be. */
import { Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { parseDateInput, parseTimeInput, formatFieldText } from '../../domain/parse-date-time.ts';
import { density } from '../theme/sizes.ts';
import { useFormats } from '../format/use-formats.ts';

const useStyles = makeStyles({
  // What is said below goes on in a second line, so that the field beside it stays where it is.
  field: { width: '200px', maxWidth: '100%' },
  control: { minHeight: density.target, fontVariantNumeric: 'tabular-nums' },
  bare: { minHeight: density.target, width: '96px', fontVariantNumeric: 'tabular-nums' },
});

export interface ParsedInputProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** What else is the matter with it; what cannot be read says so by itself once it was left. */
  problem?: string | null | undefined;
  hint?: string | undefined;
  /** Nothing typed is an answer, too. */
  optional?: boolean;
  isFirst?: boolean;
  /** Its label is read out and not drawn, where what it stands beside says it: narrow. */
  isBare?: boolean;
}

function ReadInput(props: ParsedInputProps & { reading: string | null; unreadable: string | null }) {
  const { label, value, onChange, problem, hint, optional = false, reading, unreadable } = props;
  const { isFirst = false, isBare = false } = props;
  const styles = useStyles();
  const [left, setLeft] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const isMissing = value.trim() === '' && optional;
  const shownProblem = (left && !isMissing && unreadable) || problem;
  const help = reading ?? hint;
  return (
    <Field
      {...(isBare ? {} : { className: styles.field, label })}
      {...(shownProblem
        ? { validationMessage: shownProblem, validationState: 'error' as const }
        : help
          ? { hint: help }
          : {})}
    >
      <Input
        className={isBare ? styles.bare : styles.control}
        {...(isBare ? { 'aria-label': label } : {})}
        autoComplete="off"
        input={{ size: 1 }}
        value={value === typed ? value : formatFieldText(value)}
        onChange={(_, data) => {
          setTyped(data.value);
          onChange(data.value);
        }}
        onBlur={() => setLeft(true)}
        {...(isFirst ? { 'data-first': true } : {})}
      />
    </Field>
  );
}

/** A day; says below which day of the week it is. */
export function DateInput(props: ParsedInputProps) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const date = parseDateInput(props.value);
  return (
    <ReadInput
      {...props}
      reading={date && formats.date(date)}
      unreadable={date ? null : intl.formatMessage({ id: 'form.date' }, { name: props.label })}
    />
  );
}

/** A time of day; says below how it was read, where it was typed otherwise. */
export function TimeInput(props: ParsedInputProps) {
  const intl = useIntl();
  const time = parseTimeInput(props.value);
  return (
    <ReadInput
      {...props}
      reading={time === props.value.trim() ? null : time}
      unreadable={time ? null : intl.formatMessage({ id: 'form.time' }, { name: props.label })}
    />
  );
}
