import type { Language } from '../../schemas/entity.ts';

const Italian = () => (
  <>
    <rect width="8" height="16" fill="#00853f" />
    <rect x="8" width="8" height="16" fill="#fff" />
    <rect x="16" width="8" height="16" fill="#ce2b37" />
  </>
);

const British = () => (
  <>
    <rect width="24" height="16" fill="#012169" />
    <path d="M0 0l24 16M24 0L0 16" stroke="#fff" strokeWidth="3.2" />
    <path d="M0 0l24 16M24 0L0 16" stroke="#c8102e" strokeWidth="1.4" />
    <path d="M12 0v16M0 8h24" stroke="#fff" strokeWidth="5.4" />
    <path d="M12 0v16M0 8h24" stroke="#c8102e" strokeWidth="3.2" />
  </>
);

export const Flag = ({ language }: { language: Language }) => (
  <svg width="24" height="16" viewBox="0 0 24 16" aria-hidden="true" focusable="false">
    {language === 'it' ? <Italian /> : <British />}
  </svg>
);
