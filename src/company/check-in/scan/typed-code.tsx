/** Entry without a camera: a typed code or an image file. Collapsed to two buttons while the camera works. */
import { Button, Field, Input, makeStyles, Text } from '@fluentui/react-components';
import { ImageRegular, KeyboardRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { visibleText } from '../../../domain/email-address.ts';
import { createDecoder } from './scan-decoder.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', color: '#ffffff' },
  label: { color: 'inherit' },
  // The field fits a whole code; on a phone both controls are in reach of the thumb.
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'end' },
  field: { flex: '1 1 220px', minWidth: 0 },
  input: { width: '100%', minWidth: 0 },
  button: { flex: '1 0 auto' },
  // Two fit side by side on the narrowest phone in every language.
  half: { flex: '1 1 auto', minWidth: 0, paddingInline: '8px' },
  hidden: { display: 'none' },
});

async function codesIn(file: File): Promise<string[]> {
  const decoder = await createDecoder();
  try {
    const picture = await createImageBitmap(file);
    const codes = await decoder.decode(picture);
    picture.close();
    return codes;
  } catch {
    // An unreadable file is reported like an image without a code.
    return [];
  } finally {
    decoder.close();
  }
}

interface TypedCodeProps {
  /** Collapsed while the camera image needs the space. */
  folded: boolean;
  /** Resolves once the result is shown. */
  onCode(text: string, method: 'scan' | 'code'): Promise<void>;
}

export function TypedCode({ folded, onCode }: TypedCodeProps) {
  const styles = useStyles();
  const [text, setText] = useState('');
  const [hasNoCode, setHasNoCode] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  // Text typed before the camera started stays visible.
  const open = !folded || isUnfolded || text !== '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isUnfolded) field.current?.focus();
  }, [isUnfolded]);
  const file = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (visibleText(text) === '') return;
    setHasNoCode(false);
    void onCode(visibleText(text), 'code');
    setText('');
  };
  const readImage = async (image: File) => {
    const codes = await codesIn(image);
    setHasNoCode(codes.length === 0);
    for (const code of new Set(codes)) await onCode(code, 'scan');
  };

  return (
    <form className={styles.root} onSubmit={submit}>
      {open && <CodeField text={text} inputRef={field} onText={setText} />}
      <div className={styles.row}>
        {!open && (
          <Button className={styles.half} icon={<KeyboardRegular />} onClick={() => setUnfolded(true)}>
            <FormattedMessage id="checkIn.scan.code.open" />
          </Button>
        )}
        <Button className={styles.half} icon={<ImageRegular />} onClick={() => file.current?.click()}>
          <FormattedMessage id="checkIn.scan.image.choose" />
        </Button>
      </div>
      <ImageInput ref={file} onImage={(image) => void readImage(image)} />
      {hasNoCode && (
        <Text role="alert">
          <FormattedMessage id="checkIn.scan.image.nothing" />
        </Text>
      )}
    </form>
  );
}

interface CodeFieldProps {
  text: string;
  inputRef: Ref<HTMLInputElement>;
  onText(text: string): void;
}

function CodeField({ text, inputRef, onText }: CodeFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.row}>
      <Field
        className={styles.field}
        label={{ className: styles.label, children: intl.formatMessage({ id: 'checkIn.scan.code.label' }) }}
      >
        <Input
          ref={inputRef}
          className={styles.input}
          size="large"
          value={text}
          onChange={(_, data) => onText(data.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
      </Field>
      <Button
        className={styles.button}
        type="submit"
        size="large"
        appearance="primary"
        disabledFocusable={visibleText(text) === ''}
      >
        <FormattedMessage id="checkIn.scan.code.submit" />
      </Button>
    </div>
  );
}

function ImageInput({ ref, onImage }: { ref: Ref<HTMLInputElement>; onImage(image: File): void }) {
  const styles = useStyles();
  return (
    <input
      ref={ref}
      className={styles.hidden}
      type="file"
      accept="image/*"
      tabIndex={-1}
      aria-hidden
      onChange={(event) => {
        const image = event.target.files?.[0];
        // Lets the same file be chosen again.
        event.target.value = '';
        if (image) onImage(image);
      }}
    />
  );
}
