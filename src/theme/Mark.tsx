/** The product's logo: a nut as the O of its name, with the gap of a spanner. */
export const Mark = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="var(--accent)" />
    <g fill="none" stroke="var(--on-accent)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
      <path d="M11.2 5.9h9.6a2 2 0 0 1 1.73 1l4.62 8.1a2 2 0 0 1 0 2l-4.62 8.1a2 2 0 0 1-1.73 1h-9.6a2 2 0 0 1-1.73-1L4.85 17a2 2 0 0 1 0-2l4.62-8.1a2 2 0 0 1 1.73-1Z" />
      <path d="M20.6 12.9a5.5 5.5 0 1 0 .9 3.1" />
    </g>
    <circle cx="16" cy="16" r="1.7" fill="var(--on-accent)" />
  </svg>
);
