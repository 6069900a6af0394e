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

export interface CloseCompanyCardProps {
  company: Uuid;
  name: string;
  companyData: CompanyData;
}

export function CloseCompanyCard({ company, name, companyData }: CloseCompanyCardProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [isOpen, setOpen] = useState(false);
  const cancelling = useMutation({ send: cancelClosing, invalidates: [[company]] });

  async function cancel(): Promise<void> {
    const cancelled = await cancelling.save(company);
    void showToast({
      intent: cancelled.ok ? 'success' : 'error',
      text: intl.formatMessage({ id: cancelled.ok ? 'settings.closing.cancelled' : FAILURE_TEXTS[cancelled.code] }),
    });
  }

  return (
    <FormSection title="settings.closing">
      {companyData.closesAt ? (
        <Message
          state="attention"
          title={
            <FormattedMessage
              id="settings.closing.on"
              values={{
                day: intl.formatDate(companyData.closesAt, { timeZone: companyData.timeZone, dateStyle: 'long' }),
              }}
            />
          }
          actions={
            <Button appearance="primary" disabledFocusable={cancelling.busy} onClick={() => void cancel()}>
              <FormattedMessage id="settings.closing.keep" />
            </Button>
          }
        >
          <div className={styles.body}>
            <Consequences companyData={companyData} />
          </div>
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
        <CloseCompanyDialog company={company} name={name} companyData={companyData} onClose={() => setOpen(false)} />
      )}
    </FormSection>
  );
}

function Consequences({ companyData }: { companyData: CompanyData }) {
  return (
    <ul>
      {(['now', 'until', 'then'] as const).map((when) => (
        <li key={when}>
          <FormattedMessage id={`settings.closing.${when}`} values={{ count: companyData.futureDepartures }} />
        </li>
      ))}
    </ul>
  );
}

function CloseCompanyDialog({ company, name, companyData, onClose }: CloseCompanyCardProps & { onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const [typedName, setTypedName] = useState('');
  const [wrong, setWrong] = useState(false);
  const closing = useMutation({ send: closeCompany, invalidates: [[company]] });

  async function close(): Promise<boolean> {
    if (typedName.trim().toLowerCase() !== name.trim().toLowerCase()) {
      setWrong(true);
      return false;
    }
    const closed = await closing.save({ company, name: typedName });
    // The only refusal is for another name; the server compares with the latest one.
    if (!closed.ok && closed.code === 'refused') setWrong(true);
    return closed.ok;
  }
  return (
    <FormDialog
      title={<FormattedMessage id="settings.closing.title" values={{ name }} />}
      confirm={<FormattedMessage id="settings.closing.confirm" />}
      onClose={onClose}
      onConfirm={close}
    >
      <div className={styles.body}>
        <Consequences companyData={companyData} />
        <Field
          label={intl.formatMessage({ id: 'settings.closing.type' }, { name })}
          {...(wrong ? { validationMessage: intl.formatMessage({ id: 'settings.closing.otherName' }) } : {})}
        >
          <Input
            value={typedName}
            autoComplete="off"
            onChange={(_, { value }) => {
              setTypedName(value);
              setWrong(false);
            }}
          />
        </Field>
        <SaveFailed result={closing.result} />
      </div>
    </FormDialog>
  );
}
