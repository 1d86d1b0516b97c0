/** A pager with five page numbers around the current one, and steps to the neighbours. */
import FirstIcon from '@mui/icons-material/FirstPage';
import LastIcon from '@mui/icons-material/LastPage';
import PreviousIcon from '@mui/icons-material/NavigateBefore';
import NextIcon from '@mui/icons-material/NavigateNext';
import { useTranslate } from 'react-admin';
import { pagesAround } from './pages.ts';

interface PagerProps {
  page: number;
  count: number;
  /** The name of the list. */
  label: string;
  onPage(page: number): void;
}

const ICONS = { first: FirstIcon, previous: PreviousIcon, next: NextIcon, last: LastIcon };

export function Pager({ page, count, label, onPage }: PagerProps) {
  const translate = useTranslate();
  if (count < 2) return null;
  const step = (kind: keyof typeof ICONS, to: number) => {
    const Icon = ICONS[kind];
    return (
      <button
        type="button"
        className={`pager-${kind}`}
        disabled={to < 1 || to > count || to === page}
        aria-label={translate(`officina.list.${kind}_page`)}
        onClick={() => onPage(to)}
      >
        <Icon fontSize="small" />
      </button>
    );
  };
  return (
    <nav className="pager" aria-label={`${translate('officina.list.pages')}: ${label}`}>
      {step('first', 1)}
      {step('previous', page - 1)}
      {pagesAround(page, count).map((one) => (
        <button
          key={one}
          type="button"
          className="pager-number"
          aria-label={translate('officina.list.page', { page: one })}
          aria-current={one === page ? 'page' : undefined}
          onClick={() => onPage(one)}
        >
          {one}
        </button>
      ))}
      {step('next', page + 1)}
      {step('last', count)}
    </nav>
  );
}
