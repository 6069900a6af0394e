/** Input for the six-digit code of an authenticator: typed, pasted with or without a space, or autofilled. */
import { Field, Input, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { density, tabular } from '../../ui/theme/sizes.ts';

export const CODE_LENGTH = 6;

const useStyles = makeStyles({
  input: {
    minHeight: `max(40px, ${density.target})`,
    width: '100%',
    minWidth: 0,
    '& input': { ...tabular, minWidth: 0, letterSpacing: '0.2em' },
  },
});

export interface CodeFieldProps {
  value: string;
  problem: string | null;
  onChange(code: string): void;
}

export function CodeField({ value, problem, onChange }: CodeFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'mfa.code' })} required {...(problem ? { validationMessage: problem } : {})}>
      <Input
        className={styles.input}
        size="large"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(_, data) => onChange(data.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
      />
    </Field>
  );
}
