import { Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { density } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({ control: { minHeight: density.target, width: '100%' } });

export interface CommittedInputProps {
  label: string;
  value: string;
  hint?: string;
  problem?: string | null;
  /** Id of a datalist. */
  list?: string;
  /** Called on blur or Enter, so that the preview does not reload on every keystroke. */
  onCommit(value: string): void;
}

export function CommittedInput({ label, value, hint, problem, list, onCommit }: CommittedInputProps) {
  const styles = useStyles();
  // The draft is discarded when the value changes from outside.
  const [draft, setDraft] = useState({ base: value, text: value });
  const text = draft.base === value ? draft.text : value;
  const settle = () => {
    if (text.trim() !== value) onCommit(text.trim());
  };
  return (
    <Field
      label={label}
      {...(problem ? { validationMessage: problem, validationState: 'error' as const } : hint ? { hint } : {})}
    >
      <Input
        className={styles.control}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        input={{ size: 1 }}
        {...(list ? { list } : {})}
        value={text}
        onChange={(_, data) => setDraft({ base: value, text: data.value })}
        onBlur={settle}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle();
        }}
      />
    </Field>
  );
}
