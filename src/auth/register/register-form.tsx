import { Checkbox, Field, Link } from '@fluentui/react-components';
import { Controller, useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { signUp } from '../../data/account.ts';
import { registrationSchema, type Registration, type RegistrationFormValues } from '../../domain/registration.ts';
import { withLocale } from '../../i18n/locale-choice.ts';
import { currentLocale } from '../../i18n/locale-store.ts';
import type { Locale } from '../../lib/locales.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { useForm, type Form } from '../../ui/form/use-form.ts';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { AccountForm } from '../account-form.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { authErrorMessageId } from '../auth-error-message-id.ts';
import { BusinessFields, guessBusinessDefaults, useBusinessLabels } from './business-fields.tsx';
import { PasswordField, validatePassword } from '../password-field.tsx';
import { TERMS_URL } from './terms.ts';

/** Returns what the password must not contain. */
const personalWordsOf = (values: Pick<RegistrationFormValues, 'displayName' | 'email' | 'name'>) => [
  values.displayName,
  values.email.split('@')[0] ?? '',
  values.name,
];

interface RegistrationOptions {
  locale: Locale;
  onSent(email: string): void;
}

function useRegistration(form: Form<RegistrationFormValues, Registration>, { locale, onSent }: RegistrationOptions) {
  const signing = useMutation({
    send: (registration: Registration) => signUp(registration, { path: withLocale(paths.register, locale) }),
    invalidates: [],
  });

  async function send(values: Registration): Promise<boolean> {
    signing.reset();
    if (!(await validatePassword(form, { name: 'password', personalWords: personalWordsOf(values) }))) return false;
    if (TERMS_URL && !values.acceptsTerms) {
      form.setError('acceptsTerms', { message: 'required' }, { shouldFocus: true });
      return false;
    }
    const response = await signing.save(values);
    // Answered as a success, to prevent account enumeration.
    const isSent =
      response.ok || (response.code === 'refused' && ['address_taken', 'too_soon'].includes(response.refusal.status));
    if (isSent) onSent(values.email);
    return isSent;
  }

  return { send, errorId: authErrorMessageId(signing.result) };
}

/**
 * Registers an account and its business in one form. `onSent` is called when a mail is on its way, or would be for a
 * new address.
 */
export function RegisterForm({ onSent }: { onSent(email: string): void }) {
  const intl = useIntl();
  const { pathname } = useLocation();
  const locale = currentLocale(pathname);
  const labels = {
    ...useBusinessLabels(),
    displayName: intl.formatMessage({ id: 'register.displayName' }),
    email: intl.formatMessage({ id: 'login.email' }),
    password: intl.formatMessage({ id: 'login.password' }),
    acceptsTerms: intl.formatMessage({ id: 'register.terms.short' }),
  };
  const form = useForm<RegistrationFormValues, Registration>({
    schema: registrationSchema,
    values: { ...guessBusinessDefaults(locale), displayName: '', email: '', password: '', acceptsTerms: false },
  });
  const { send, errorId } = useRegistration(form, { locale, onSent });
  const [displayName, email, name] = form.watch(['displayName', 'email', 'name']);

  return (
    <AccountFrame
      roomy
      title={<FormattedMessage id="register.title" />}
      about={<FormattedMessage id="register.about" />}
      links={
        <LocalLink to={paths.login}>
          <FormattedMessage id="account.haveOne" />
        </LocalLink>
      }
    >
      <AccountForm
        form={form}
        submit={<FormattedMessage id="register.submit" />}
        labels={labels}
        error={errorId}
        onSend={send}
      >
        <BusinessFields<RegistrationFormValues>
          between={<AccountFields labels={labels} personalWords={personalWordsOf({ displayName, email, name })} />}
        />
        {TERMS_URL && <TermsField />}
        <p>
          <FormattedMessage id="register.consequence" />
        </p>
      </AccountForm>
    </AccountFrame>
  );
}

interface AccountFieldsProps {
  labels: Record<'displayName' | 'email' | 'password', string>;
  personalWords: readonly string[];
}

function AccountFields({ labels, personalWords }: AccountFieldsProps) {
  return (
    <>
      <TextField<RegistrationFormValues> name="displayName" label={labels.displayName} autoComplete="name" required />
      <TextField<RegistrationFormValues>
        name="email"
        type="email"
        label={labels.email}
        hint={<FormattedMessage id="register.email.hint" />}
        autoComplete="username"
        required
      />
      <PasswordField<RegistrationFormValues> name="password" label={labels.password} personalWords={personalWords} />
    </>
  );
}

function TermsField() {
  const intl = useIntl();
  const { control } = useFormContext<RegistrationFormValues>();
  return (
    <Controller
      control={control}
      name="acceptsTerms"
      render={({ field: { value, onChange, ...field }, fieldState }) => (
        <Field {...(fieldState.error ? { validationMessage: intl.formatMessage({ id: 'register.terms.must' }) } : {})}>
          <Checkbox
            {...field}
            checked={value}
            onChange={(_, data) => onChange(data.checked === true)}
            label={
              <FormattedMessage
                id="register.terms"
                values={{
                  link: (words) => (
                    <Link href={TERMS_URL} target="_blank" rel="noreferrer" inline>
                      {words}
                    </Link>
                  ),
                }}
              />
            }
          />
        </Field>
      )}
    />
  );
}
