import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';
import { PublicFrame } from './PublicFrame.tsx';

interface ErrorBoundaryProps {
  /** The application's own frame stands around it. */
  framed?: boolean;
  children: ReactNode;
}

/** An error nobody expected shows the general error page instead of nothing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.framed) return <ErrorPage broken />;
    return (
      <PublicFrame>
        <ErrorPage broken />
      </PublicFrame>
    );
  }
}
