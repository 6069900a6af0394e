/** Renders the router inside an error boundary: a fatal rendering error replaces everything with the error view. */
import { Component, useEffect, useState, type ReactNode } from 'react';
import { AppError } from '../lib/app-error.ts';
import { BlockingRouter } from './routing/blocking-router.tsx';
import { FatalView } from './start/fatal-view.tsx';
import { Root } from './root.tsx';

class SafetyNet extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    return this.state.failed ? <FatalView error={this.state.error} /> : this.props.children;
  }
}

/** Shows fatal errors thrown in event handlers and promises; others are only reported. */
function FatalListener({ children }: { children: ReactNode }) {
  const [fatal, setFatal] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    const see = (error: unknown) => {
      if (error instanceof AppError && error.fatal) setFatal({ error });
    };
    const onError = (event: ErrorEvent) => see(event.error);
    const onRejection = (event: PromiseRejectionEvent) => see(event.reason);
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, []);
  return fatal ? <FatalView error={fatal.error} /> : children;
}

export function App() {
  return (
    <SafetyNet>
      <FatalListener>
        <BlockingRouter>
          <Root />
        </BlockingRouter>
      </FatalListener>
    </SafetyNet>
  );
}
