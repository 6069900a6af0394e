import { Component, type ReactNode } from 'react';
import { postToHost } from './embedding.ts';
import { showFallbackText } from './fallback-text.ts';

/** Whatever fails while it is drawn: instead of nothing, the document's own sentence. */
export class CrashGuard extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override componentDidCatch(): void {
    showFallbackText();
    postToHost({ type: 'failed', code: 'broken' });
  }
  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
