/** Input for a new password with a live rating. */
import { Field, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { Controller, useFormContext, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { isAcceptable, ratePassword, PASSWORD_LENGTH, type PasswordRating } from '../domain/password.ts';
import type { MessageId } from '../i18n/message-id.ts';
import { PasswordInput } from '../ui/form/password-input.tsx';
import { density } from '../ui/theme/sizes.ts';

const RATING_TEXTS: Record<PasswordRating, MessageId> = {
  too_short: 'account.password.short',
  too_long: 'account.password.long',
  common: 'account.password.common',
  about_you: 'account.password.aboutYou',
  simple: 'account.password.simple',
  weak: 'account.password.weak',
  fair: 'account.password.fair',
  strong: 'account.password.strong',
};

const useStyles = makeStyles({ control: { minHeight: density.target, width: '100%', minWidth: 0 } });

type IsCommonPassword = (password: string) => boolean;

/** Loads the list of common passwords; if that fails, the server still checks. */
const loadCommonPasswords = async (): Promise<IsCommonPassword> =>
  import('../domain/common-passwords.ts').then(
    ({ isCommonPassword }) => isCommonPassword,
    () => () => false,
  );

/** Checks the password on submit. If it is not acceptable, sets the field's error and returns false. */
export async function validatePassword<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'setError'>,
  { name, personalWords }: Pick<PasswordFieldProps<T>, 'name' | 'personalWords'>,
): Promise<boolean> {
  const rating = ratePassword(String(form.getValues(name)), { personalWords, isCommon: await loadCommonPasswords() });
  if (isAcceptable(rating)) return true;
  form.setError(name, { message: 'not_valid' }, { shouldFocus: true });
  return false;
}

export interface PasswordFieldProps<T extends FieldValues> {
  name: Path<T>;
  label: string;
  /** Such as the person’s name, which the password must not contain. */
  personalWords: readonly string[];
}

export function PasswordField<T extends FieldValues>({ name, label, personalWords }: PasswordFieldProps<T>) {
  const styles = useStyles();
  const intl = useIntl();
  const { control, getFieldState, formState, watch } = useFormContext<T>();
  const password = String(watch(name) ?? '');
  const hasText = password !== '';
  const [isCommon, setCommon] = useState<IsCommonPassword>();
  useEffect(() => {
    let current = true;
    // Loaded with the first letter.
    if (hasText) void loadCommonPasswords().then((isCommonPassword) => current && setCommon(() => isCommonPassword));
    return () => {
      current = false;
    };
  }, [hasText]);
  const rating = ratePassword(password, { personalWords, ...(isCommon ? { isCommon } : {}) });
  const ratingText = <FormattedMessage id={RATING_TEXTS[rating]} values={{ ...PASSWORD_LENGTH }} />;
  const { error, isTouched } = getFieldState(name, formState);
  const isWrong = hasText ? !isAcceptable(rating) && (isTouched || error !== undefined) : error !== undefined;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field
          label={label}
          required
          {...(isWrong
            ? {
                validationState: 'error' as const,
                validationMessage: hasText ? ratingText : intl.formatMessage({ id: 'form.required' }, { name: label }),
              }
            : // Announced politely, after the typed letter.
              { hint: { children: ratingText, 'aria-live': 'polite' as const } })}
        >
          <PasswordInput className={styles.control} autoComplete="new-password" input={{ size: 1 }} {...field} />
        </Field>
      )}
    />
  );
}
