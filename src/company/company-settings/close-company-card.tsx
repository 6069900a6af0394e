/** Closes the company: consequences and date, confirmation by typing its name, and 30 days to undo it. */
import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { closeCompany, cancelClosing, type CompanyData } from '../../data/company-data.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  body: { display: 'grid', gap: '12px', '& p': { margin: 0 }, '& ul': { margin: 0, paddingInlineStart: '20px' } },
});

export function CloseCompanyCard({ company, name, read }: { company: Uuid; name: string; read: CompanyData }) {
  const styles = useStyles();
  const intl = useIntl();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const closing = useMutation({ send: closeCompany, invalidates: [[company]] });
  const keeping = useMutation({ send: cancelClosing, invalidates: [[company]] });
  const { result } = closing;

  async function close(): Promise<boolean> {
    if (typed.trim().toLowerCase() !== name.trim().toLowerCase()) {
      setWrong(true);
      return false;
    }
    const done = await closing.save({ company, name: typed });
    if (!done.ok && done.code === 'refused') setWrong(true);
    return done.ok;
  }
  async function keep(): Promise<void> {
    const kept = await keeping.save(company);
    void showToast({
      intent: kept.ok ? 'success' : 'error',
      text: intl.formatMessage({ id: kept.ok ? 'settings.closing.kept' : FAILURE_TEXTS[kept.code] }),
    });
  }
  const consequences = (
    <ul>
      {(['now', 'until', 'then'] as const).map((when) => (
        <li key={when}>
          <FormattedMessage id={`settings.closing.${when}`} values={{ count: read.ahead }} />
        </li>
      ))}
    </ul>
  );

  return (
    <FormSection title="settings.closing">
      {read.closesAt ? (
        <Message
          state="attention"
          title={
            <FormattedMessage
              id="settings.closing.on"
              values={{ day: intl.formatDate(read.closesAt, { timeZone: read.timeZone, dateStyle: 'long' }) }}
            />
          }
          actions={
            <Button appearance="primary" disabledFocusable={keeping.busy} onClick={() => void keep()}>
              <FormattedMessage id="settings.closing.keep" />
            </Button>
          }
        >
          <div className={styles.body}>{consequences}</div>
        </Message>
      ) : (
        <>
          <p className={styles.about}>
            <FormattedMessage id="settings.closing.about" />
          </p>
          <div>
            <Button onClick={() => setOpen(true)}>
              <FormattedMessage id="settings.closing.ask" />
            </Button>
          </div>
        </>
      )}
      {isOpen && (
        <FormDialog
          title={<FormattedMessage id="settings.closing.title" values={{ name }} />}
          confirm={<FormattedMessage id="settings.closing.confirm" />}
          onClose={() => {
            closing.reset();
            setTyped('');
            setWrong(false);
            setOpen(false);
          }}
          onConfirm={close}
        >
          <div className={styles.body}>
            {consequences}
            <Field
              label={intl.formatMessage({ id: 'settings.closing.type' }, { name })}
              {...(wrong ? { validationMessage: intl.formatMessage({ id: 'settings.closing.otherName' }) } : {})}
            >
              <Input
                value={typed}
                autoComplete="off"
                onChange={(_, { value }) => {
                  setTyped(value);
                  setWrong(false);
                }}
              />
            </Field>
            {result && !result.ok && result.code !== 'refused' && <SaveFailed failure={result} />}
          </div>
        </FormDialog>
      )}
    </FormSection>
  );
}
