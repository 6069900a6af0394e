/** Shows a webhook secret once; a lost secret has to be rotated. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CodeBlock } from '../../../ui/display/code-block.tsx';
import { CopyButton } from '../../../ui/output/copy-button.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { type } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: '12px' },
  about: { ...type.body, margin: 0 },
});

export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const styles = useStyles();
  const codeBlock = useRef<HTMLPreElement>(null);
  return (
    <Overlay
      kind="confirm"
      title={<FormattedMessage id="webhooks.secret" />}
      onClose={onClose}
      footer={
        <Button appearance="primary" onClick={onClose}>
          <FormattedMessage id="webhooks.secret.done" />
        </Button>
      }
    >
      <div className={styles.parts}>
        <p className={styles.about}>
          <FormattedMessage id="webhooks.secret.about" />
        </p>
        <CodeBlock ref={codeBlock} label={useIntl().formatMessage({ id: 'webhooks.secret' })}>
          {secret}
        </CodeBlock>
        <CopyButton text={secret} textRef={codeBlock} labels={{ copy: 'webhooks.copy', copied: 'webhooks.copied' }} />
      </div>
    </Overlay>
  );
}
