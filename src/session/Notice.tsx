import type { ReactNode } from 'react';

export type Severity = 'success' | 'info' | 'warning' | 'error';

/** A sentence over a form: an error is spoken at once, the others when the reader gets there. */
export const Notice = ({ severity, children }: { severity: Severity; children: ReactNode }) => (
  <p className={`notice notice-${severity}`} role={severity === 'error' ? 'alert' : 'status'}>
    {children}
  </p>
);
