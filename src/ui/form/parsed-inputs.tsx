/** Date and time inputs outside of a form. They parse like `DateField` and `TimeField`, and show an error on blur. */
import { Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import {
  formatFieldText,
  parseDateInput,
  parseTimeInput,
  timeIfTypedDifferently,
} from '../../domain/parse-date-time.ts';
import { density } from '../theme/sizes.ts';
import { useFormats } from '../format/use-formats.ts';

const useStyles = makeStyles({
  // A long message wraps instead of moving the field beside it.
  field: { width: '200px', maxWidth: '100%' },
  control: { minHeight: density.target, fontVariantNumeric: 'tabular-nums' },
  bare: { minHeight: density.target, width: '96px', fontVariantNumeric: 'tabular-nums' },
});

export interface ParsedInputProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Another problem to show; unparsable input is reported by the input itself on blur. */
  problem?: string | null | undefined;
  hint?: string | undefined;
  /** Whether empty input is valid. */
  optional?: boolean;
  isFirst?: boolean;
  /** Narrow, with a visually hidden label, where the context makes it clear. */
  isCompact?: boolean;
}

function ParsedInput(props: ParsedInputProps & { reading: string | null; unreadable: string | null }) {
  const { label, value, onChange, problem, hint, optional = false, reading, unreadable } = props;
  const { isFirst = false, isCompact = false } = props;
  const styles = useStyles();
  const [isBlurred, setIsBlurred] = useState(false);
  const [typedText, setTypedText] = useState<string | null>(null);
  const isMissing = value.trim() === '' && optional;
  const visibleProblem = (isBlurred && !isMissing && unreadable) || problem;
  const help = reading ?? hint;
  return (
    <Field
      {...(isCompact ? {} : { className: styles.field, label })}
      {...(visibleProblem
        ? { validationMessage: visibleProblem, validationState: 'error' as const }
        : help
          ? { hint: help }
          : {})}
    >
      <Input
        className={isCompact ? styles.bare : styles.control}
        {...(isCompact ? { 'aria-label': label } : {})}
        autoComplete="off"
        input={{ size: 1 }}
        // Stored dates are ISO; typed text stays as it is, even if it is an ISO date.
        value={value === typedText ? value : formatFieldText(value)}
        onChange={(_, data) => {
          setTypedText(data.value);
          onChange(data.value);
        }}
        onBlur={() => setIsBlurred(true)}
        {...(isFirst ? { 'data-first': true } : {})}
      />
    </Field>
  );
}

/** A date; shows the full date with its weekday below. */
export function DateInput(props: ParsedInputProps) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const date = parseDateInput(props.value);
  return (
    <ParsedInput
      {...props}
      reading={date && formats.date(date)}
      unreadable={date ? null : intl.formatMessage({ id: 'form.date' }, { name: props.label })}
    />
  );
}

/** A time of day; shows the parsed time below if it was typed differently. */
export function TimeInput(props: ParsedInputProps) {
  const intl = useIntl();
  return (
    <ParsedInput
      {...props}
      reading={timeIfTypedDifferently(props.value)}
      unreadable={parseTimeInput(props.value) ? null : intl.formatMessage({ id: 'form.time' }, { name: props.label })}
    />
  );
}
