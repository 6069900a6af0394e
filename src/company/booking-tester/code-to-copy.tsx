/** A text with a copy button, such as embed code or a link. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CodeBlock } from '../../ui/display/code-block.tsx';
import { CopyButton } from '../../ui/output/copy-button.tsx';
import { download } from '../../ui/output/download.ts';
import { QrCode } from '../../ui/output/qr-code.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import { WrappingAddress } from '../../ui/display/wrapping-address.tsx';
import { addressOf, frameCode, scriptCode, type Embedding } from './embed-code.ts';
import type { TesterState } from './use-tester-url.ts';

const useStyles = makeStyles({
  box: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'start',
    gap: '12px',
    padding: '16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: { ...type.title, margin: 0, fontWeight: weight.bold },
  description: { ...type.body, margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '66ch' },
  qr: { display: 'block', width: 'min(200px, 100%)', borderRadius: tokens.borderRadiusMedium },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export function CodeToCopy({
  embedding,
  kind,
  onKind,
}: {
  embedding: Embedding;
  kind: TesterState['code'];
  onKind(kind: TesterState['code']): void;
}) {
  const styles = useStyles();
  const intl = useIntl();
  const codeRef = useRef<HTMLPreElement>(null);
  const qrRef = useRef<HTMLDivElement>(null);
  const { origin } = location;
  const link = addressOf(embedding, origin);
  const code = {
    script: () => scriptCode(embedding, { origin, button: intl.formatMessage({ id: 'tester.button' }) }),
    frame: () => frameCode(embedding, { origin, title: intl.formatMessage({ id: 'route.booking' }) }),
    link: () => link,
    qr: () => link,
  }[kind]();
  return (
    <section className={styles.box} aria-labelledby="tester-code">
      <h2 className={styles.title} id="tester-code">
        <FormattedMessage id="tester.code" />
      </h2>
      <Segmented
        label={intl.formatMessage({ id: 'tester.code' })}
        kind="choice"
        value={kind}
        segments={[
          { value: 'script', label: intl.formatMessage({ id: 'tester.code.script' }) },
          { value: 'frame', label: intl.formatMessage({ id: 'tester.code.frame' }) },
          { value: 'link', label: intl.formatMessage({ id: 'tester.code.link' }) },
          { value: 'qr', label: intl.formatMessage({ id: 'tester.code.qr' }) },
        ]}
        onChange={onKind}
      />
      <p className={styles.description}>
        {kind === 'script' && <FormattedMessage id="tester.code.script.about" />}
        {kind === 'frame' && <FormattedMessage id="tester.code.frame.about" />}
        {kind === 'link' && <FormattedMessage id="tester.code.link.about" />}
        {kind === 'qr' && <FormattedMessage id="tester.code.qr.about" />}
      </p>
      {kind === 'qr' && (
        <div ref={qrRef}>
          <QrCode className={styles.qr} text={link} label={link} />
        </div>
      )}
      <CodeBlock ref={codeRef}>
        <WrappingAddress address={code} />
      </CodeBlock>
      <div className={styles.actions}>
        <CopyButton text={code} textRef={codeRef} labels={{ copy: 'tester.copy', copied: 'tester.copied' }} isPrimary />
        {kind === 'qr' && (
          <Button
            icon={<ArrowDownloadRegular />}
            onClick={() => {
              const svg = qrRef.current?.querySelector('svg');
              if (!svg) return;
              const file = new XMLSerializer().serializeToString(svg);
              download(file, { name: `${embedding.operator}.svg`, type: 'image/svg+xml' });
            }}
          >
            <FormattedMessage id="tester.code.qr.save" />
          </Button>
        )}
      </div>
    </section>
  );
}
