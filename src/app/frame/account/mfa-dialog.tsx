/** Lists the person's authenticators, adds and removes them. */
import { Button, Field, Select, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { readFactors, removeFactor, type Factor } from '../../../data/mfa-factors.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { fail, ok, type Result } from '../../../domain/result.ts';
import { deviceTimeZone } from '../../../lib/device-time-zone.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { splitResult, useMutation } from '../../../online/use-mutation.ts';
import { AddFactor } from '../../../features/mfa/add-factor.tsx';
import { CODE_LENGTH, CodeField } from '../../../features/mfa/code-field.tsx';
import { signedOutFailure } from '../../../domain/result.ts';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import { mfaErrorMessageId } from '../../../features/mfa/mfa-error-message-id.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { density, type, weight } from '../../../ui/theme/sizes.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', '& p': { ...type.body, margin: 0 } },
  list: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  factor: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '12px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& button': { minHeight: density.target },
  },
  name: { ...type.lead, display: 'block', fontWeight: weight.bold, overflowWrap: 'anywhere' },
  added: { ...type.body, color: tokens.colorNeutralForeground2 },
  choice: { minHeight: density.target },
});

/** Auth refuses here only if the session is no longer valid. */
const read = async (): Promise<Result<Factor[]>> => {
  const result = await readFactors();
  return result.ok ? ok(result.data) : result.code === 'refused' ? fail('signed_out') : result;
};

export function MfaDialog({ userId, onClose }: { userId: Uuid; onClose(): void }) {
  const styles = useStyles();
  const query = useServerQuery({ key: [userId, 'mfa-factors'], fetch: read });
  const [open, setOpen] = useState<Factor | 'new' | null>(null);
  const back = () => {
    setOpen(null);
    query.refetch();
  };

  if (open === 'new') return <AddFactor factors={query.data ?? []} onClose={back} />;
  if (open) return <RemoveFactor factor={open} factors={query.data ?? [open]} onClose={back} />;
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="mfa.title" />}
      onClose={onClose}
      footer={
        <Button appearance="primary" disabledFocusable={!query.data} onClick={() => query.data && setOpen('new')}>
          <FormattedMessage id={query.data?.length ? 'mfa.another' : 'mfa.add'} />
        </Button>
      }
    >
      <div className={styles.body}>
        <p>
          <FormattedMessage id="mfa.about" />
        </p>
        <QueryView
          query={query}
          failed={<FormattedMessage id="mfa.failed" />}
          skeleton={
            <Skeleton>
              <SkeletonItem size={48} />
            </Skeleton>
          }
        >
          {(factors) => (
            <>
              {factors.length > 0 && (
                <ul className={styles.list}>
                  {factors.map((factor) => (
                    <FactorRow key={factor.id} factor={factor} onRemove={() => setOpen(factor)} />
                  ))}
                </ul>
              )}
              {factors.length === 1 && (
                <Message state="attention">
                  <FormattedMessage id="mfa.onlyOne" />
                </Message>
              )}
            </>
          )}
        </QueryView>
      </div>
    </Overlay>
  );
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const timeZone = deviceTimeZone();
  const formats = useFormats(timeZone);
  const name = factor.name || intl.formatMessage({ id: 'mfa.unnamed' });
  return (
    <li className={styles.factor}>
      <div>
        <span className={styles.name}>{name}</span>
        <span className={styles.added}>
          <FormattedMessage
            id="mfa.addedOn"
            values={{ day: formats.date(localDateIn(timeZone, Date.parse(factor.addedAt))) }}
          />
        </span>
      </div>
      <Button aria-label={intl.formatMessage({ id: 'mfa.removeThis' }, { name })} onClick={onRemove}>
        <FormattedMessage id="mfa.remove" />
      </Button>
    </li>
  );
}

const nameOf = (intl: IntlShape, { name }: Factor) => name || intl.formatMessage({ id: 'mfa.unnamed' });

interface FactorFieldProps {
  factors: readonly Factor[];
  value: string;
  onChange(id: string): void;
}

/** The authenticator whose code confirms the removal. */
function FactorField({ factors, value, onChange }: FactorFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'mfa.remove.by' })}>
      <Select className={styles.choice} value={value} onChange={(_, data) => onChange(data.value)}>
        {factors.map((factor) => (
          <option key={factor.id} value={factor.id}>
            {nameOf(intl, factor)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface RemoveFactorProps {
  factor: Factor;
  factors: readonly Factor[];
  onClose(): void;
}

/** Asks for a current code, as someone else may have found the device unlocked. */
function RemoveFactor({ factor, factors, onClose }: RemoveFactorProps) {
  const styles = useStyles();
  const intl = useIntl();
  const removing = useMutation({ send: removeFactor, invalidates: [] });
  const [verifyingFactorId, setVerifyingFactorId] = useState(factor.id);
  const [code, setCode] = useState('');
  const [isShort, setShort] = useState(false);
  const { result } = removing;
  const errorId = isShort ? 'mfa.codeShort' : mfaErrorMessageId(result);
  const isCodeError = isShort || splitResult(result).refusal !== null;
  const name = nameOf(intl, factor);
  return (
    <FormDialog
      title={<FormattedMessage id="mfa.remove.title" values={{ name }} />}
      confirm={<FormattedMessage id="mfa.remove" />}
      disabled={removing.busy}
      onClose={onClose}
      onConfirm={async () => {
        setShort(code.length < CODE_LENGTH);
        if (code.length < CODE_LENGTH) return false;
        const removed = await removing.save({ factor: factor.id, verifyingFactor: verifyingFactorId, code });
        // A code can be used only once.
        setCode('');
        if (removed.ok)
          void showToast({ intent: 'success', text: intl.formatMessage({ id: 'mfa.removed' }, { name }) });
        return removed.ok;
      }}
    >
      <div className={styles.body}>
        {errorId && !isCodeError && (
          <ActionFailed failure={signedOutFailure(result) ?? intl.formatMessage({ id: errorId })} />
        )}
        <p>
          <FormattedMessage id={factors.length === 1 ? 'mfa.remove.last' : 'mfa.remove.text'} />
        </p>
        {factors.length > 1 && (
          <FactorField factors={factors} value={verifyingFactorId} onChange={setVerifyingFactorId} />
        )}
        <CodeField
          value={code}
          problem={errorId && isCodeError ? intl.formatMessage({ id: errorId }) : null}
          onChange={(value) => {
            setCode(value);
            setShort(false);
            removing.reset();
          }}
        />
      </div>
    </FormDialog>
  );
}
