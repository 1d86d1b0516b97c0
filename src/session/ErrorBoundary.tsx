import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';
import { PublicFrame } from './PublicFrame.tsx';

interface ErrorBoundaryProps {
  /** Whether it is inside the application's frame. */
  framed?: boolean;
  children: ReactNode;
}

/** Displays the error page instead of a blank page after an unexpected error. */
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
