import { chooseMode, useMode } from '../theme/mode.ts';
import { useWords } from '../words/Words.tsx';
import './controls.css';

const SUN =
  'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10Zm0-5v3m0 14v3M2 12h3m14 0h3M4.9 4.9l2.1 2.1m10 10 2.1 2.1m0-14.2L17 7M7 17l-2.1 2.1';
const MOON = 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z';

/** Switches between light and dark. The label names the other mode. */
export function ModeSwitch({ labelled = false }: { labelled?: boolean }) {
  const { t } = useWords();
  const mode = useMode();
  const other = mode === 'light' ? 'dark' : 'light';
  const label = t(`officina.theme.${other}`);
  return (
    <button
      type="button"
      className={labelled ? 'mode mode-labelled' : 'mode'}
      title={labelled ? undefined : label}
      aria-label={label}
      onClick={() => chooseMode(other)}
    >
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path
          d={mode === 'light' ? MOON : SUN}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {labelled && label}
    </button>
  );
}
