/** A secret, shown this once: whoever has lost it has a new one made. */
import { Button, makeStyles } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Overlay } from '../../../ui/overlay.tsx';
import { type, unseen } from '../../../ui/theme/sizes.ts';
import { CodeBlock } from './code-block.tsx';

const useStyles = makeStyles({
  parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: '12px' },
  about: { ...type.body, margin: 0 },
  unseen,
});

export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const styles = useStyles();
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLPreElement>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // Where a browser keeps the clipboard to itself, all of it is at least chosen for it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
    }
  }
  return (
    <Overlay
      kind="confirm"
      title={<FormattedMessage id="webhooks.secret" />}
      onClose={onClose}
      foot={
        <Button appearance="primary" onClick={onClose}>
          <FormattedMessage id="webhooks.secret.done" />
        </Button>
      }
    >
      <div className={styles.parts}>
        <p className={styles.about}>
          <FormattedMessage id="webhooks.secret.about" />
        </p>
        <CodeBlock ref={shown} text={secret} label="webhooks.secret" />
        <Button icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />} onClick={() => void copy()}>
          <FormattedMessage id={isCopied ? 'webhooks.copied' : 'webhooks.copy'} />
        </Button>
        <span role="status" className={styles.unseen}>
          {isCopied && <FormattedMessage id="webhooks.copied" />}
        </span>
      </div>
    </Overlay>
  );
}
