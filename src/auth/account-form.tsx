/** A form of the auth pages: error above its fields, one button below. */
import { Button, Spinner, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormProvider, type FieldValues, type Path } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../i18n/message-id.ts';
import { FormSummary } from '../ui/form/form.tsx';
import type { Form } from '../ui/form/use-form.ts';
import { Message } from '../ui/states/message.tsx';

const useStyles = makeStyles({
  // The default width of an input is wider than a phone.
  form: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    '& .fui-Input': { minWidth: 0 },
    '& input': { minWidth: 0 },
  },
});

export interface AccountFormProps<Values extends FieldValues, Parsed> {
  form: Form<Values, Parsed>;
  /** Label of the submit button. */
  submit: ReactNode;
  /** Labels of the fields; given for an error summary in long forms. */
  labels?: Partial<Record<Path<Values>, string>>;
  /** Why the last attempt failed. */
  error?: MessageId | null;
  /** Whether work continues after submitting. */
  busy?: boolean;
  children: ReactNode;
  /** Returns whether it succeeded. */
  onSend(read: Parsed): Promise<boolean>;
}

export function AccountForm<Values extends FieldValues, Parsed>(props: AccountFormProps<Values, Parsed>) {
  const { form, submit, labels, error, busy = false, children, onSend } = props;
  const styles = useStyles();
  const isBusy = busy || form.formState.isSubmitting;

  async function send(read: Parsed): Promise<void> {
    // Without any error the input would no longer count as unsaved (`useForm`).
    if (!(await onSend(read))) form.setError('root', { message: 'not_valid' });
  }

  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          if (isBusy) event.preventDefault();
          else void form.handleSubmit(send)(event);
        }}
      >
        {labels && <FormSummary form={form} labels={labels} />}
        {error && (
          <Message state="no" alert>
            <FormattedMessage id={error} />
          </Message>
        )}
        {children}
        <Button
          appearance="primary"
          size="large"
          type="submit"
          disabledFocusable={isBusy}
          icon={isBusy ? <Spinner size="tiny" aria-hidden /> : null}
        >
          {submit}
        </Button>
      </form>
    </FormProvider>
  );
}
