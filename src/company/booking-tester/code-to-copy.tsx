/** The embed code to copy: a script, a frame, a link, or a QR code, which can also be downloaded. */
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

const CODE_KINDS = ['script', 'frame', 'link', 'qr'] as const satisfies readonly TesterState['code'][];

export interface CodeToCopyProps {
  embedding: Embedding;
  kind: TesterState['code'];
  onKind(kind: TesterState['code']): void;
}

export function CodeToCopy({ embedding, kind, onKind }: CodeToCopyProps) {
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
        segments={CODE_KINDS.map((value) => ({ value, label: intl.formatMessage({ id: `tester.code.${value}` }) }))}
        onChange={onKind}
      />
      <p className={styles.description}>
        <FormattedMessage id={`tester.code.${kind}.about`} />
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
            onClick={() => downloadQrCode(qrRef.current, `${embedding.operator}.svg`)}
          >
            <FormattedMessage id="tester.code.qr.save" />
          </Button>
        )}
      </div>
    </section>
  );
}

function downloadQrCode(container: HTMLElement | null, name: string): void {
  const svg = container?.querySelector('svg');
  if (svg) download(new XMLSerializer().serializeToString(svg), { name, type: 'image/svg+xml' });
}
