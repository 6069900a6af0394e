/** Adds an authenticator: asks for a name, shows the secret as QR code and text, and verifies the first code. */
import { Button, Field, Input, Link, makeStyles, tokens } from '@fluentui/react-components';
import { Fragment, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  enrolFactor,
  verifyFactorCode,
  type Factor,
  type NewFactor,
  type EnrolmentFailure,
} from '../../data/mfa-factors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { WORD_GAP } from '../../lib/word-gap.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { QrCode } from '../../ui/output/qr-code.tsx';
import { density, tabular, type, noWrap, weight } from '../../ui/theme/sizes.ts';
import { CODE_LENGTH, CodeField } from './code-field.tsx';
import { mfaErrorMessageId } from './mfa-error-message-id.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';
import { signedOutFailure, type Failure } from '../../domain/result.ts';

const useStyles = makeStyles({
  body: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    '& p': { ...type.body, margin: 0, textWrap: 'pretty' },
  },
  control: { minHeight: density.target, width: '100%', minWidth: 0 },
  steps: { display: 'grid', gap: '16px', margin: 0, paddingInlineStart: '20px', ...type.body },
  qr: { display: 'block', width: '200px', maxWidth: '100%', borderRadius: tokens.borderRadiusMedium, marginTop: '8px' },
  openLink: { display: 'flex', alignItems: 'center', minHeight: density.target, width: 'fit-content' },
  key: { margin: '8px 0' },
  secret: { ...tabular, fontWeight: weight.bold, overflowWrap: 'anywhere', userSelect: 'all' },
  four: noWrap,
});

const NOT_ADDED: Record<EnrolmentFailure, MessageId> = {
  not_offered: 'mfa.notOffered',
  name_taken: 'mfa.nameTaken',
  too_many: 'mfa.limitReached',
};

export interface AddFactorProps {
  /** Existing authenticators. */
  factors: readonly Factor[];
  onClose(): void;
  /** Called when the authenticator is verified. */
  onAdded?(): void;
}

export function AddFactor({ factors, onClose, onAdded }: AddFactorProps) {
  const [newFactor, setNewFactor] = useState<(NewFactor & { name: string }) | null>(null);
  const [names, setNames] = useState(() => factors.map(({ name }) => name));
  const [isAdded, setIsAdded] = useState(false);
  if (isAdded) return <Added isOnly={names.length === 1} onAnother={() => setIsAdded(false)} onClose={onClose} />;
  if (!newFactor) return <Naming names={names} onEnrolled={setNewFactor} onClose={onClose} />;
  return (
    <Confirming
      factor={newFactor}
      onClose={onClose}
      onConfirmed={() => {
        setNames([...names, newFactor.name]);
        setNewFactor(null);
        setIsAdded(true);
        onAdded?.();
      }}
    />
  );
}

interface NamingProps {
  names: readonly string[];
  onEnrolled(factor: NewFactor & { name: string }): void;
  onClose(): void;
}

function Naming({ names, onEnrolled, onClose }: NamingProps) {
  const styles = useStyles();
  const intl = useIntl();
  const defaultName = intl.formatMessage({ id: names.length === 0 ? 'mfa.name.first' : 'mfa.name.further' });
  const [name, setName] = useState(names.includes(defaultName) ? '' : defaultName);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [failure, setFailure] = useState<Failure | MessageId | null>(null);
  const enrolling = useMutation({ send: enrolFactor, invalidates: [] });

  async function begin(): Promise<boolean> {
    setFailure(null);
    const trimmedName = name.trim();
    if (trimmedName === '') {
      setProblem('mfa.nameRequired');
      return false;
    }
    const result = await enrolling.save(trimmedName);
    if (!result.ok) setFailure(signedOutFailure(result) ?? mfaErrorMessageId(result));
    else if (typeof result.data !== 'string') onEnrolled({ ...result.data, name: trimmedName });
    else if (result.data === 'name_taken') setProblem('mfa.nameTaken');
    else setFailure(NOT_ADDED[result.data]);
    // The next step replaces this dialog, so it does not close.
    return false;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="mfa.add" />}
      confirm={<FormattedMessage id="mfa.next" />}
      disabled={enrolling.busy}
      onClose={onClose}
      onConfirm={begin}
    >
      <div className={styles.body}>
        {failure && (
          <ActionFailed failure={typeof failure === 'string' ? intl.formatMessage({ id: failure }) : failure} />
        )}
        <p>
          <FormattedMessage id="mfa.about" />
        </p>
        <Field
          label={intl.formatMessage({ id: 'mfa.name' })}
          hint={intl.formatMessage({ id: 'mfa.name.hint' })}
          required
          {...(problem ? { validationMessage: intl.formatMessage({ id: problem }) } : {})}
        >
          <Input
            className={styles.control}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(_, { value }) => {
              setName(value);
              setProblem(null);
            }}
          />
        </Field>
      </div>
    </FormDialog>
  );
}

/** Splits the secret into groups of four, for reading aloud and typing; lines break only between groups. */
const inFours = (secret: string) => Array.from(secret.matchAll(/.{1,4}/g), ({ 0: four, index }) => ({ four, index }));

function ScanSteps({ factor }: { factor: NewFactor }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <ol className={styles.steps}>
      <li>
        <FormattedMessage id="mfa.scan.open" />
        <QrCode className={styles.qr} text={factor.uri} label={intl.formatMessage({ id: 'mfa.scan.picture' })} />
        <p className={styles.key}>
          <FormattedMessage
            id="mfa.scan.type"
            values={{
              secret: (
                <span className={styles.secret}>
                  {inFours(factor.secret).map(({ four, index }) => (
                    <Fragment key={index}>
                      <span className={styles.four}>{four}</span>
                      {WORD_GAP}
                    </Fragment>
                  ))}
                </span>
              ),
            }}
          />
        </p>
        <Link className={styles.openLink} inline href={factor.uri}>
          <FormattedMessage id="mfa.scan.here" />
        </Link>
      </li>
      <li>
        <FormattedMessage id="mfa.scan.code" />
      </li>
    </ol>
  );
}

interface ConfirmingProps {
  factor: NewFactor;
  onConfirmed(): void;
  onClose(): void;
}

function Confirming({ factor, onConfirmed, onClose }: ConfirmingProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [code, setCode] = useState('');
  const verifying = useMutation({ send: verifyFactorCode, invalidates: [] });
  const [isShort, setShort] = useState(false);
  const { result } = verifying;
  const errorId = isShort ? 'mfa.codeShort' : mfaErrorMessageId(result);
  const isCodeError = isShort || splitResult(result).refusal !== null;

  async function confirm(): Promise<boolean> {
    setShort(code.length < CODE_LENGTH);
    if (code.length < CODE_LENGTH) return false;
    const saved = await verifying.save({ factor: factor.id, code });
    if (saved.ok) onConfirmed();
    // The next step replaces this dialog, so it does not close.
    return false;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="mfa.scan" />}
      confirm={<FormattedMessage id="mfa.confirm" />}
      disabled={verifying.busy}
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className={styles.body}>
        {errorId && !isCodeError && (
          <ActionFailed failure={signedOutFailure(result) ?? intl.formatMessage({ id: errorId })} />
        )}
        <ScanSteps factor={factor} />
        <CodeField
          value={code}
          problem={errorId && isCodeError ? intl.formatMessage({ id: errorId }) : null}
          onChange={(value) => {
            setCode(value);
            setShort(false);
            verifying.reset();
          }}
        />
      </div>
    </FormDialog>
  );
}

function Added({ isOnly, onAnother, onClose }: { isOnly: boolean; onAnother(): void; onClose(): void }) {
  const styles = useStyles();
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="mfa.added" />}
      onClose={onClose}
      footer={
        <>
          {isOnly && (
            <Button onClick={onAnother}>
              <FormattedMessage id="mfa.another" />
            </Button>
          )}
          <Button data-first appearance="primary" onClick={onClose}>
            <FormattedMessage id="app.close" />
          </Button>
        </>
      }
    >
      <div className={styles.body} role="status">
        <p>
          <FormattedMessage id="mfa.added.text" />
        </p>
        {isOnly && (
          <p>
            <FormattedMessage id="mfa.onlyOne" />
          </p>
        )}
      </div>
    </Overlay>
  );
}
