/** An image field: resizes the chosen file in the browser and saves it at once. */
import { Button, Field, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { DeleteRegular, ImageAddRegular } from '@fluentui/react-icons';
import { useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Result } from '../../domain/result.ts';
import type { Problem } from '../../domain/tours.ts';
import { FAILURE_TEXTS } from '../format/failure-texts.ts';
import { showToast } from '../toasts/toasts.ts';
import { FIELD_ERROR_TEXTS } from './field-errors.ts';
import { MAX_INPUT_BYTES, shrinkPicture } from './shrink-picture.ts';

const useStyles = makeStyles({
  picture: {
    display: 'block',
    width: '100%',
    maxWidth: '400px',
    aspectRatio: '3 / 2',
    objectFit: 'cover',
    borderRadius: tokens.borderRadiusLarge,
  },
  // On white, the background that logos are made for.
  logo: {
    display: 'block',
    justifySelf: 'start',
    boxSizing: 'border-box',
    maxWidth: '100%',
    height: '72px',
    padding: '8px',
    objectFit: 'contain',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: '#ffffff',
  },
  content: { display: 'grid', gap: '12px' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
});

const MEGABYTE = 1_000_000;

export interface PictureFieldProps {
  /** Accessible name of the image. */
  name: string;
  label?: string;
  hint?: ReactNode;
  /** URL for the `img`; null if there is none or it is still loading. */
  src: string | null;
  /** A logo is shown uncropped. */
  kind?: 'picture' | 'logo';
  busy: boolean;
  /** Saves the image as base64 WebP; null removes it. */
  keep(base64: string | null): Promise<Result<unknown, { status: 'invalid'; problems: Problem[] }>>;
}

/** Returns functions that save a picture, or null for none, and a picture from a file. */
function useUpload({ name, kind, send }: { name: string; kind: 'picture' | 'logo'; send: PictureFieldProps['keep'] }) {
  const intl = useIntl();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const inMegabytes = (bytes: number) =>
    intl.formatNumber(bytes / MEGABYTE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });

  async function keep(base64: string | null): Promise<void> {
    const result = await send(base64);
    if (result.ok) {
      const text = intl.formatMessage({ id: 'picture.saved' });
      if (base64 !== null) void showToast({ intent: 'success', text });
    } else if (result.code === 'refused')
      setError(
        intl.formatMessage({ id: FIELD_ERROR_TEXTS[result.refusal.problems[0]?.code ?? 'not_a_picture'] }, { name }),
      );
    else setError(intl.formatMessage({ id: FAILURE_TEXTS[result.code] }));
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    setError(null);
    setWorking(true);
    try {
      const shrunk = await shrinkPicture(file, kind);
      if (shrunk.ok) await keep(shrunk.base64);
      else
        setError(
          intl.formatMessage(
            { id: `picture.${shrunk.error}` },
            { size: inMegabytes(file.size), max: inMegabytes(MAX_INPUT_BYTES) },
          ),
        );
    } finally {
      setWorking(false);
    }
  }

  return { working, error, keep, choose };
}

export function PictureField({ name, label, hint, src, kind = 'picture', busy, keep: send }: PictureFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  const chooser = useRef<HTMLInputElement>(null);
  const { working, error, keep, choose } = useUpload({ name, kind, send });
  const isBusy = working || busy;
  return (
    <Field
      {...(label === undefined ? {} : { label })}
      hint={<>{hint ?? <FormattedMessage id="picture.hint" />}</>}
      {...(error ? { validationMessage: { role: 'alert', children: error }, validationState: 'error' as const } : {})}
    >
      {() => (
        <div className={styles.content}>
          {src && <img className={styles[kind]} src={src} alt={name} />}
          <div className={styles.actions}>
            <input
              ref={chooser}
              type="file"
              accept="image/*"
              hidden
              aria-label={name}
              onChange={(event) => {
                void choose(event.target.files?.[0]);
                // Choosing the same file again has to fire another change event.
                event.target.value = '';
              }}
            />
            <Button icon={<ImageAddRegular />} disabledFocusable={isBusy} onClick={() => chooser.current?.click()}>
              <FormattedMessage id={src ? 'picture.another' : 'picture.choose'} />
            </Button>
            {src && (
              <Button
                appearance="subtle"
                icon={<DeleteRegular />}
                disabledFocusable={isBusy}
                onClick={() => void keep(null)}
              >
                <FormattedMessage id="picture.remove" />
              </Button>
            )}
            {isBusy && (
              <Spinner size="tiny" label={intl.formatMessage({ id: 'picture.working' })} labelPosition="after" />
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
