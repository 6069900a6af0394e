import { Component, type ReactNode } from 'react';
import { postToHost } from './embedding.ts';
import { showFallbackText } from './fallback-text.ts';

/** Error boundary that shows the document's static fallback text. */
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
