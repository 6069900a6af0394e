/** Catches errors of a screen; the surrounding layout stays, and the next navigation resets it. */
import { Component, type ReactNode } from 'react';
import { reportError } from '../../errors/reporting.ts';
import { ErrorPage } from './error-page.tsx';

interface Props {
  /** The current location; a change clears the error. */
  place: string;
  children: ReactNode;
}

interface State {
  failed: { error: unknown } | null;
  place: string;
}

export class RouteErrorBoundary extends Component<Props, State> {
  override state: State = { failed: null, place: this.props.place };

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { failed: null, place };
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
