/** Monospaced text to copy, such as a key or a command. */
import { makeStyles } from '@fluentui/react-components';
import { useRef } from 'react';
import { CodeBlock } from '../../../ui/display/code-block.tsx';
import { CopyButton } from '../../../ui/output/copy-button.tsx';

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: '8px' },
});

export function CodeBox({ code, label }: { code: string; label?: string }) {
  const codeBlock = useRef<HTMLPreElement>(null);
  return (
    <div className={useStyles().box}>
      <CodeBlock ref={codeBlock}>{code}</CodeBlock>
      <CopyButton
        text={code}
        textRef={codeBlock}
        labels={{ copy: 'apiKeys.copy', copied: 'apiKeys.copied' }}
        {...(label ? { label } : {})}
      />
    </div>
  );
}
