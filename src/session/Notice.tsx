import type { ReactNode } from 'react';

export type Severity = 'success' | 'info' | 'warning' | 'error';

/** A message above a form. Screen readers announce errors at once. */
export const Notice = ({ severity, children }: { severity: Severity; children: ReactNode }) => (
  <p className={`notice notice-${severity}`} role={severity === 'error' ? 'alert' : 'status'}>
    {children}
  </p>
);
