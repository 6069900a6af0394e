/** Catches errors of a screen; the surrounding layout stays, and the next navigation resets it. */
import { Component, type ReactNode } from 'react';
import { reportError } from '../../errors/reporting.ts';
import { ErrorPage } from './error-page.tsx';

interface Props {
  /** The current location; a change clears the error. */
  path: string;
  children: ReactNode;
}

interface State {
  failed: { error: unknown } | null;
  path: string;
}

export class RouteErrorBoundary extends Component<Props, State> {
  override state: State = { failed: null, path: this.props.path };

  static getDerivedStateFromProps({ path }: Props, state: State): Partial<State> | null {
    return path === state.path ? null : { failed: null, path };
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render() {
    const { failed } = this.state;
    return failed ? <ErrorPage error={failed.error} /> : this.props.children;
  }
}
